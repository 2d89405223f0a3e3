import type { Page } from '@playwright/test'
import {
  bookWith,
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  payWith,
  slot,
} from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { signUp } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'

const time = { date: dayInTokyo(5), hours: 2, start: '3:00 PM' }

// The rival's refusal is an answer with 409, which browsers report by themselves.
test.use({ expectedConsoleErrors: [/status of 409/] })

/** What was chosen before is still chosen, and said to be gone. */
async function findsItTaken(page: Page): Promise<void> {
  await expect(slot(page, time.start)).toBeChecked()
  await expect(slot(page, time.start)).toHaveAccessibleName(/taken/)
  await expect(page.getByRole('alert')).toContainText('This time slot is not available')
}

test('a guest who walks away loses the slot after 15 minutes, and another gets it', async ({
  page: waverer,
  signedUp,
  anotherBrowser,
  clients,
}) => {
  test.slow()
  const space = await listSpace(clients)
  const rival = await anotherBrowser()
  await rival.goto(space.path)
  await signUp(rival, 'rita')
  await chooseTime(rival, time)

  await test.step('One guest comes as far as the payment', async () => {
    await signedUp('abel')
    await waverer.goto(space.path)
    await chooseTime(waverer, time)
    await continueToPayment(waverer)
    await expect(waverer.getByRole('timer')).toContainText(/held for 1[45]:/)
  })

  await test.step('Another, who saw the slot free before, is told', async () => {
    await rival.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(rival.getByRole('alert')).toContainText('This time slot is not available')
    await rival.reload()
    await findsItTaken(rival)
  })

  await test.step('The first one stops at the bank, and a quarter of an hour passes', async () => {
    await payWith(waverer, cards.asksForAuthentication)
    await expect(waverer.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
    await clients.stripe.control('clock', { advance: 16 * 60 })
    // By the job, which comes every twenty seconds.
    await expect.poll(space.records.holds, { timeout: 60_000 }).toEqual([])
  })

  await test.step('The other one books', async () => {
    await rival.reload()
    await bookWith(rival, time, cards.succeeds)
    expect(await space.records.bookings()).toHaveLength(1)
  })

  await test.step('and the first one, who answers the bank now, was charged nothing', async () => {
    await waverer.getByRole('button', { name: 'Complete authentication' }).click()
    await expect(waverer.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(waverer.getByText('so the payment was cancelled')).toContainText(
      'The time you chose is not free any more.',
    )
    await waverer.getByRole('link', { name: 'Back to the space' }).click()
    await findsItTaken(waverer)
    expect(await space.records.intents()).toMatchObject([
      { status: 'succeeded' },
      { status: 'canceled', amount_received: 0 },
    ])
  })
})
