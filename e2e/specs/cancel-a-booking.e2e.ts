import { bookWith, cards, dayInTokyo, showWeekOf, gridCell } from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { chooseFromMenu } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'

const date = dayInTokyo(4)

test('cancelling a booking refunds the quoted amount and frees the booked hours', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients, { price: 4000, cancellation_policy: 'flexible' })
  await signedUp('cora')
  await page.goto(space.path)
  await bookWith(page, { date, hours: 2, start: '2:00 PM' }, cards.succeeds)

  await chooseFromMenu(page, 'My Bookings')
  const booking = page.getByRole('main').getByRole('listitem').filter({ hasText: space.title })
  await booking.getByRole('button', { name: 'Cancel Booking' }).click()

  const dialog = page.getByRole('alertdialog', {
    name: 'Are you sure you want to cancel this booking?',
  })
  await expect(dialog).toContainText('You get ¥8,800 back')
  await dialog.getByRole('button', { name: 'Keep Booking' }).click()
  await expect(booking).toContainText('Confirmed')

  await booking.getByRole('button', { name: 'Cancel Booking' }).click()
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(page.getByText('Booking cancelled')).toBeVisible()
  await expect(booking).toContainText('Cancelled')
  await expect(booking).toContainText('¥8,800 refunded')
  await expect(booking.getByRole('button', { name: 'Cancel Booking' })).toBeHidden()
  // The Cancel button is removed after the cancellation, so the focus must move to the booking.
  await expect(booking).toBeFocused()

  await expect
    .poll(space.records.refunds, 'Stripe has refunded the card')
    .toMatchObject([{ amount: 8800, currency: 'jpy', status: 'succeeded' }])

  await page.goto(space.path)
  await showWeekOf(page, date)
  await expect(gridCell(page, date, '2:00 PM')).toHaveAccessibleName(/free$/)
})

test('a booking with the strict policy is not refunded if cancelled 31 minutes after booking and less than a week before its start, and the dialog warns of this', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients, { cancellation_policy: 'strict' })
  await signedUp('carl')
  await page.goto(space.path)
  await bookWith(page, { date, hours: 1, start: '9:00 AM' }, cards.succeeds)
  await clients.server
    .from('bookings')
    .update({ created_at: new Date(Date.now() - 31 * 60_000).toISOString() })
    .eq('space_id', space.id)
    .throwOnError()

  await chooseFromMenu(page, 'My Bookings')
  await page.getByRole('button', { name: `Cancel Booking: ${space.title}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('You won’t get a refund.')
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()

  await expect(page.getByText('Booking cancelled')).toBeVisible()
  await expect.poll(space.records.refunds).toEqual([])
})
