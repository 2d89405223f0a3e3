import { expect, test } from 'vitest'
import { noTotals, runModel } from './model.ts'
import { sequences, sweepCrashes } from './sweep.ts'

// For longer runs and other seeds, run: npm run bench -- model.ts
test('200 random steps with crashes keep bookings, payments, payouts and the ledger consistent', async () => {
  const totals = noTotals()
  let seed = 20_261_123
  await runModel(totals, { seeds: () => seed++, enough: () => totals.steps >= 200 })
  expect(totals.failures).toEqual([])
}, 240_000)

test('bookings and payouts stay consistent after a crash at each of their database statements and Stripe requests', async () => {
  const crashes: number[] = []
  const { 'a booking': booking, 'a payout': payout } = sequences
  const wrong = await sweepCrashes({ booking, payout }, (_, count) => crashes.push(count))
  expect(wrong).toEqual([])
  expect(Math.min(...crashes)).toBeGreaterThanOrEqual(10)
}, 120_000)

test('sweepCrashes reports a sequence whose last operation has no crash point', async () => {
  const nothing = [{ type: 'loseWebhooks' as const }]
  expect(await sweepCrashes({ nothing })).toEqual(['nothing: no crash point'])
}, 120_000)
