import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  payWith,
  slot,
} from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(async ({ page, signedUp, clients }) => {
  const space = await listSpace(clients)
  await signedUp('theo')
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(3), hours: 1, start: '6:00 PM' })
  await continueToPayment(page)
  await payWith(page, cards.asksForAuthentication)
  await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
  await expect(page.getByText('¥5,500')).toBeVisible()
})

test('a payment with 3-D Secure creates a booking after the guest confirms', async ({ page }) => {
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expectConfirmed(page)
})

test('a payment with 3-D Secure that the guest declines creates no booking', async ({ page }) => {
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expect(page.getByText('Your payment was not successful, please try again.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the space' }).click()
  await expect(slot(page, '6:00 PM')).toBeChecked()
  await page.goto('/my-bookings')
  await expect(page.getByText('No Bookings Yet')).toBeVisible()
})
