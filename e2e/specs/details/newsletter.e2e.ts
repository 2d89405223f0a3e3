import { mailLink, openMail } from '../../support/outbox.ts'
import { newAddress } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

test.use({ expectedConsoleErrors: /status of 410/ })

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
