import { mailLink, openMail } from '../../support/outbox.ts'
import { newAddress } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

// Ignores the console errors for a used link and for requests that fail on purpose.
test.use({ expectedConsoleErrors: /status of 410|ERR_INTERNET_DISCONNECTED|WebSocket/ })

test('a newsletter subscription from the footer is confirmed by email and can be cancelled', async ({
  page,
}) => {
  const email = newAddress('rita')
  const confirmSubject = 'Please confirm your subscription'

  await test.step('The footer accepts an email', async () => {
    await page.goto('/about')
    const field = page.getByLabel('Email for the newsletter')
    await field.fill(email)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Check your inbox')).toBeVisible()
    await expect(field).toHaveValue('')
  })

  await openMail(page, email, confirmSubject)
  const confirmation = await mailLink(page, 'Confirm subscription')
  const farewell = await mailLink(page, 'Unsubscribe')

  await test.step('Only the button on the linked page confirms the subscription', async () => {
    await page.goto(confirmation)
    await expect(page.getByRole('heading', { name: 'Confirm your subscription' })).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
    await page.goto(confirmation)
    await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
    await openMail(page, email, 'You are subscribed')
  })

  await test.step('A mail client can unsubscribe with one click', async () => {
    const answer = await page.request.post(farewell, { form: { 'List-Unsubscribe': 'One-Click' } })
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toContain('You are unsubscribed')
  })

  await test.step('Unsubscribing keeps its button after an error', async () => {
    await page.goto('/newsletter?token=incomplete&action=unsubscribe')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('alert')).toContainText('This link is incomplete')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Unsubscribe from/)
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  })

  await test.step('The old confirmation link no longer works', async () => {
    await page.goto(confirmation)
    await page.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(page.getByRole('alert')).toContainText('This link is no longer valid')
    await expect(page.getByRole('main').getByLabel('Email for the newsletter')).toBeVisible()
  })
})

test('the newsletter form keeps the email while offline or behind the sign-in page of a Wi-Fi network, shows the error and can be sent again', async ({
  page,
  context,
}) => {
  const email = newAddress('rolf')
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  const field = page.getByLabel('Email for the newsletter')
  await field.fill(email)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Check your connection and try again.')).toBeVisible()
  await expect(field).toHaveValue(email)
  await expect(field).toBeFocused()
  await context.setOffline(false)

  await test.step('The sign-in page of a Wi-Fi network does not count as a subscription', async () => {
    const url = '**/functions/v1/subscribe-newsletter'
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(url, async (route) => {
      await released
      await route.fulfill({ contentType: 'text/html', body: '<html>' })
    })
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Check your connection and try again.')).toBeHidden()
    release()
    await expect(page.getByText('Check your connection and try again.')).toBeVisible()
    await expect(field).toHaveValue(email)
    await page.unroute(url)
  })

  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Check your inbox')).toBeVisible()
  await expect(field).toHaveValue('')
})
