import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  payButton,
  payWith,
} from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

test('a declined card shows the reason and keeps the slot for payment with another card', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('dora')
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(3), hours: 1, start: '11:00 AM' })
  await continueToPayment(page)

  await payWith(page, cards.declined)
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  await expect(page.getByRole('timer')).toContainText(/held for 1[45] minutes/)
  expect(await space.records.bookings()).toEqual([])

  await payWith(page, cards.insufficientFunds)
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()

  await payWith(page, cards.succeeds)
  await expectConfirmed(page)
  expect(await space.records.bookings()).toMatchObject([{ status: 'confirmed', total_price: 5500 }])
})

test('an incomplete card number is not submitted and shows one error', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('drew')
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(3), hours: 1, start: '11:00 AM' })
  await continueToPayment(page)

  await page.getByLabel('Card number').fill('4242 4242')
  await payButton(page).click()
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'incomplete' })).toHaveCount(0)
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expect(payButton(page)).toBeEnabled()
})
