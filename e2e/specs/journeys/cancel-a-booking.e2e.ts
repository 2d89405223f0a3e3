import { dayMs } from '@hourspace/domain/durations.ts'
import { dialogs, violations } from '../../support/axe.ts'
import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  gridCell,
  payWith,
} from '../../support/booking.ts'
import { addBooking, bookingOf, idOf, listSpace } from '../../support/market.ts'
import { chooseFromMenu } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

const date = dayInTokyo(3)

// Ignores the console error for an aborted request.
test.use({ expectedConsoleErrors: /ERR_FAILED/ })

test('a guest without a wallet pays by card, gets a full refund within 30 minutes under the strict policy, and is warned if no refund is due', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients, { cancellation_policy: 'strict' })
  const other = await listSpace(clients, { cancellation_policy: 'strict' })
  const guest = await idOf(clients, await signedUp('cora'))
  await addBooking(clients, {
    ...bookingOf({ guest, space: other.id, startsAt: Date.now() + 4 * dayMs }),
    cancellation_policy: 'strict',
    created_at: new Date(Date.now() - 31 * 60_000).toISOString(),
  })
  await page.route('**/_sandbox/stripe/stripe.js', async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    await route.fulfill({ response, body: script.replace('googlePay: true', 'googlePay: false') })
  })
  await page.goto(space.path)
  await chooseTime(page, { date, hours: 1, start: '5:00 PM' })
  await continueToPayment(page)
  const summary = page.getByRole('region', { name: space.title })
  await expect(summary.getByText('Non-refundable', { exact: true })).toBeVisible()
  await expect(summary.getByText('Free cancellation for 30 minutes after booking')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Test wallet' })).toBeHidden()
  await expect(page.getByText('or pay by card')).toBeHidden()
  await payWith(page, cards.succeeds)
  await expectConfirmed(page)

  await chooseFromMenu(page, 'My Bookings')
  const dialog = page.getByRole('alertdialog', {
    name: 'Are you sure you want to cancel this booking?',
  })
  await page.getByRole('button', { name: `Cancel Booking: ${other.title}` }).click()
  await expect(dialog).toContainText('You won’t get a refund.')
  await dialog.getByRole('button', { name: 'Keep Booking' }).click()

  const booking = page.locator('li[id^=booking-]').filter({ hasText: space.title })
  await booking.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(dialog).toContainText('You get ¥5,500 back')
  expect(await violations(page, dialogs)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep Booking' }).click()
  await expect(booking).toContainText('Confirmed')

  const slow = Promise.withResolvers<void>()
  await page.route(
    '**/functions/v1/cancel-booking',
    async (route) => {
      await slow.promise
      await route.abort()
    },
    { times: 1 },
  )
  const failure = dialog.getByText('Failed to cancel booking')
  await booking.getByRole('button', { name: 'Cancel Booking' }).click()
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(dialog.getByRole('button', { name: 'Keep Booking' })).toBeDisabled()
  // The dialog stays open while the request is in flight, and shows its failure.
  await page.keyboard.press('Escape')
  slow.resolve()
  await expect(failure).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await booking.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(dialog).toContainText('You get ¥5,500 back')
  await expect(failure).toBeHidden()
  await dialog.getByRole('button', { name: 'Keep Booking' }).click()

  // Holds the response until a notification has updated the page.
  await page.route('**/functions/v1/cancel-booking', async (route) => {
    const response = await route.fetch()
    await expect(booking).toContainText('Cancelled')
    await route.fulfill({ response })
  })
  await booking.getByRole('button', { name: 'Cancel Booking' }).click()
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(page.getByText('Booking cancelled')).toBeVisible()
  await expect(booking).toContainText('Cancelled')
  await expect(booking).toContainText('¥5,500 refunded')
  await expect(booking.getByRole('button', { name: 'Cancel Booking' })).toBeHidden()
  // The Cancel button is removed after the cancellation, so the focus must move to the booking.
  await expect(booking).toBeFocused()

  await expect
    .poll(space.records.refunds, 'Stripe has refunded the card')
    .toMatchObject([{ amount: 5500, currency: 'jpy', status: 'succeeded' }])

  await page.goto(`${space.path}?date=${date}`)
  await expect(gridCell(page, date, '5:00 PM')).toHaveAccessibleName(/free$/)
})
