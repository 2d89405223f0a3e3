import { company } from '@hourspace/domain/company.ts'
import { violations } from '../../support/axe.ts'
import { mailTo } from '../../support/mails.ts'
import { newAddress } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

// Ignores the console errors for requests that the server rejects or that the test aborts.
test.use({ expectedConsoleErrors: /status of (400|429)|net::ERR_FAILED/ })

test('a contact message is emailed to the team, and its sender receives a confirmation email', async ({
  page,
}) => {
  const email = newAddress('nora')
  await page.goto('/contact?subject=billing')
  const form = page.getByRole('form', { name: 'Write to us' })
  await expect(form.getByLabel('Subject')).toHaveValue('billing')

  await test.step('Missing fields are named and input is kept', async () => {
    await form.getByLabel('Name').fill('Nora Lind')
    await form.getByLabel('Email').fill('nora')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    )
    await expect(form.getByLabel('Email')).toBeFocused()
    await expect(form.getByLabel('Message')).toHaveAccessibleDescription('Please write a message')
    await expect(form.getByLabel('Name')).toHaveValue('Nora Lind')
    expect(await violations(page, 'main form')).toEqual([])
  })

  await form.getByLabel('Email').fill(email)
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('')
  await form.getByLabel('Message').fill('Where is my invoice?')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { name: 'We received your message' })).toBeFocused()

  expect((await mailTo(page, email)).text).toContain('A person reads every message')
  // Searches all messages to the company, because other tests send messages too.
  await expect(async () => {
    const answer = await page.request.get('/_sandbox/outbox/messages.json', {
      params: { to: company.email },
    })
    const { messages } = (await answer.json()) as { messages: { subject: string; text: string }[] }
    const received = messages.find(({ text }) => text.includes(email))
    expect(received?.subject).toBe('Billing: message from Nora Lind')
    expect(received?.text).toContain('Where is my invoice?')
  }).toPass()
})

test('the contact form keeps the message when the rate limit rejects it', async ({ page }) => {
  const email = newAddress('often')
  const text = 'The fifth was not the last.'
  for (let index = 0; index < 5; index += 1) {
    const answer = await page.request.post('/contact', {
      form: { name: 'Otto', email, subject: 'general', message: text },
    })
    expect(answer.status()).toBe(200)
  }
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Write to us' })
  await form.getByLabel('Name').fill('Otto')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Message').fill(text)
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('alert')).toContainText('Please try again in an hour')
  await expect(form.getByLabel('Message')).toHaveValue(text)
})

test('the contact form keeps the message when the request fails or a Wi-Fi login page answers it', async ({
  page,
}) => {
  const text = 'I wrote this on a train.'
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Write to us' })
  await form.getByLabel('Name').fill('Tilda')
  await form.getByLabel('Email').fill(newAddress('tilda'))
  await form.getByLabel('Message').fill(text)
  await page.route('**/contact.data', (route) => route.abort())
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('alert')).toContainText('Check your connection and try again')
  await expect(form.getByLabel('Message')).toHaveValue(text)

  await page.unroute('**/contact.data')
  await page.route('**/contact.data', (route) => route.fulfill({ body: '<html>' }))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('button', { name: 'Sending...' })).toBeHidden()
  await expect(form.getByRole('alert')).toContainText('couldn’t confirm that your message was sent')
  await expect(form.getByLabel('Message')).toHaveValue(text)

  await page.unroute('**/contact.data')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { name: 'We received your message' })).toBeFocused()
})
