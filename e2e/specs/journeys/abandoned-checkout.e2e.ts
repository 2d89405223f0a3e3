import type { Page } from '@playwright/test'
import {
  bookWith,
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  payWith,
  slot,
} from '../../support/booking.ts'
import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

const time = { date: dayInTokyo(5), hours: 2, start: '3:00 PM' }

// Ignores the console error for the 409 response that a guest gets for a taken slot.
test.use({ expectedConsoleErrors: /status of 409/ })

async function findsItTaken(page: Page): Promise<void> {
  await expect(slot(page, time.start)).not.toBeChecked()
  await expect(slot(page, time.start)).toHaveAccessibleName(/taken/)
  await expect(page.getByRole('alert')).toContainText('This time slot is not available')
}

test('a slot held by an abandoned checkout is released to other guests after 15 minutes', async ({
  page: waverer,
  signedUp,
  browserOf,
  clients,
}) => {
  test.slow()
  const space = await listSpace(clients)
  const rival = await browserOf('new-user')
  const visitor = await browserOf('visitor')
  for (const page of [rival, visitor]) {
    await page.goto(space.path)
    await chooseTime(page, time)
  }

  await test.step('One guest opens the payment step', async () => {
    await signedUp('abel')
    await waverer.goto(space.path)
    await chooseTime(waverer, time)
    await continueToPayment(waverer)
    await expect(waverer.getByRole('timer')).toContainText(/held for 1[45] minutes/)
  })

  await test.step('Another guest and a visitor see the slot as taken without reloading the page', async () => {
    await findsItTaken(rival)
    await findsItTaken(visitor)
  })

  await test.step('The first guest stops at 3-D Secure for 15 minutes', async () => {
    await payWith(waverer, cards.asksForAuthentication)
    await expect(waverer.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
    await clients.stripe.control('clock', { advance: 16 * 60 })
    await expect.poll(space.records.holds, { timeout: 60_000 }).toEqual([])
  })

  await test.step('The other guest and the visitor see the slot as free without reloading the page', async () => {
    await expect(slot(rival, time.start)).not.toHaveAccessibleName(/taken/)
    await expect(slot(visitor, time.start)).not.toHaveAccessibleName(/taken/)
  })

  await test.step('The other guest books the slot', async () => {
    await rival.reload()
    await bookWith(rival, time, cards.succeeds)
    expect(await space.records.bookings()).toHaveLength(1)
  })

  await test.step('The first guest confirms at the bank and is not charged', async () => {
    await waverer.getByRole('button', { name: 'Complete authentication' }).click()
    await expect(waverer.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(waverer.getByText('so the payment was cancelled')).toContainText(
      /You have not been charged\..*The time you chose is no longer available\./,
    )
    await waverer.getByRole('link', { name: 'Back to the space' }).click()
    await findsItTaken(waverer)
    expect(await space.records.intents()).toMatchObject([
      { status: 'succeeded' },
      { status: 'canceled', amount_received: 0 },
    ])
  })
})
