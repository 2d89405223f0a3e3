import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  payWith,
} from '../support/booking.ts'
import { listSpace, type HostedSpace } from '../support/market.ts'
import { signUp } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const time = { date: dayInTokyo(3), hours: 1, start: '2:00 PM' }

let space: HostedSpace

test.use({
  expectedComplaints: [/status of 400 .*\/confirm\)/, /ERR_INTERNET_DISCONNECTED.*payment_intents/],
})

test.beforeEach(async ({ page, world }) => {
  space = await listSpace(world)
  await page.goto(space.path)
  await signUp(page, 'tess')
  await chooseTime(page, time)
  await continueToPayment(page)
})

test('paying once more in a second tab shows the booking that is there', async ({ page }) => {
  const secondTab = await page.context().newPage()
  await secondTab.goto(space.path)
  await chooseTime(secondTab, time)
  await continueToPayment(secondTab)

  await payWith(page, cards.succeeds)
  await expectConfirmed(page)
  await payWith(secondTab, cards.succeeds)
  await expectConfirmed(secondTab)
  expect(await space.records.bookings()).toHaveLength(1)
})

test('a payment whose fate cannot be asked is not called failed', async ({ page }) => {
  let isOut = true
  await page.route(/payment_intents\/[^/]+\?client_secret=/, (route) =>
    isOut ? route.abort('internetdisconnected') : route.continue(),
  )
  await payWith(page, cards.succeeds)
  await expect(page.getByText('Your payment is processing.')).toBeVisible()

  isOut = false
  await expectConfirmed(page)
})
