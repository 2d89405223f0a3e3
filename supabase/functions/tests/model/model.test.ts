import { expect, test } from 'vitest'
import { noTotals, runModel } from './model.ts'
import { sequences, sweepCrashes } from './sweep.ts'

// For longer runs and other seeds, run: npm run bench -- model.ts
test('100 random steps with crashes keep bookings, payments, payouts and the ledger consistent', async () => {
  const totals = noTotals()
  let seed = 20_261_123
  await runModel(totals, { seeds: () => seed++, enough: () => totals.steps >= 100 })
  expect(totals.failures).toEqual([])
}, 240_000)

test('bookings and payouts stay consistent after a crash at each of their database statements and Stripe requests', async () => {
  const crashes: number[] = []
  const { 'a booking': booking, 'a payout': payout } = sequences
  const nothing = [{ type: 'loseWebhooks' as const }]
  const wrong = await sweepCrashes({ booking, payout, nothing }, (name, count) => {
    if (name !== 'nothing') crashes.push(count)
  })
  // A sequence without a crash point is reported, because the sweep would test nothing.
  expect(wrong).toEqual(['nothing: no crash point'])
  expect(Math.min(...crashes)).toBeGreaterThanOrEqual(10)
}, 120_000)
