import type { Page } from '@playwright/test'
import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  payWith,
} from '../support/booking.ts'
import { listSpace, type HostedSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

const time = { date: dayInTokyo(3), hours: 1, start: '2:00 PM' }

let space: HostedSpace

// Ignores the console errors for requests that fail on purpose. Uses one pattern, because
// Playwright reads an array of two elements as a tuple.
test.use({
  expectedConsoleErrors:
    /status of (400 .*\/confirm|410 .*\/authenticate\/)|ERR_INTERNET_DISCONNECTED.*payment_intents/,
})

test.beforeEach(async ({ page, signedUp, clients }) => {
  space = await listSpace(clients)
  await signedUp('tess')
  await page.goto(space.path)
  await chooseTime(page, time)
  await continueToPayment(page)
})

/** Opens the payment step in a second tab, by default for the same slot. */
async function openSecondTab(page: Page, chosen = time): Promise<Page> {
  const secondTab = await page.context().newPage()
  await secondTab.goto(space.path)
  await chooseTime(secondTab, chosen)
  await continueToPayment(secondTab)
  return secondTab
}

test('paying for the same slot again in a second tab shows the existing booking', async ({
  page,
}) => {
  const secondTab = await openSecondTab(page)
  await payWith(page, cards.succeeds)
  await expectConfirmed(page)
  await payWith(secondTab, cards.succeeds)
  await expectConfirmed(secondTab)
  expect(await space.records.bookings()).toHaveLength(1)
})

test("a checkout for an overlapping slot in a second tab cancels the first tab's payment, and the first tab says so", async ({
  page,
}) => {
  const secondTab = await openSecondTab(page, { ...time, hours: 2 })
  await payWith(page, cards.succeeds)
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expect(page.getByText('so the payment was cancelled')).toContainText(
    'You have not been charged.',
  )

  await payWith(secondTab, cards.succeeds)
  await expectConfirmed(secondTab)
  expect(await space.records.bookings()).toHaveLength(1)
  expect(await space.records.intents()).toMatchObject([
    { status: 'succeeded', amount_received: 11_000 },
    { status: 'canceled', amount_received: 0 },
  ])
})

test('confirming 3-D Secure in one tab creates one booking, which the other tab shows', async ({
  page,
}) => {
  const complete = (tab: Page) =>
    tab.getByRole('button', { name: 'Complete authentication' }).click()
  const secondTab = await openSecondTab(page)
  await payWith(page, cards.asksForAuthentication)
  await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
  const bank = page.url()
  await payWith(secondTab, cards.asksForAuthentication)
  await expect(secondTab.getByRole('heading', { name: 'Is this you?' })).toBeVisible()

  await complete(page)
  await expect(page.getByText('waiting for you in another tab')).toBeVisible()
  expect(await space.records.bookings()).toEqual([])

  await complete(secondTab)
  await expectConfirmed(secondTab)
  await expectConfirmed(page)

  await page.goto(bank)
  await expect(page.getByRole('heading', { name: 'This payment is already made' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expectConfirmed(page)
  expect(await space.records.bookings()).toHaveLength(1)
  expect(await space.records.intents()).toMatchObject([
    { status: 'succeeded', amount_received: 5500 },
  ])
})

test('a payment whose status cannot be fetched is not shown as failed', async ({ page }) => {
  let isOut = true
  await page.route(/payment_intents\/[^/]+\?client_secret=/, (route) =>
    isOut ? route.abort('internetdisconnected') : route.continue(),
  )
  await payWith(page, cards.succeeds)
  await expect(page.getByText('Your payment is processing.')).toBeVisible()

  isOut = false
  await expectConfirmed(page)
})
