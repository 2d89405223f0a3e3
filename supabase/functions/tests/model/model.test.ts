import { expect, test } from 'vitest'
import { noTotals, runModel } from './model.ts'

test('500 random steps with crashes keep bookings, payments, payouts and the ledger consistent', async () => {
  const totals = noTotals()
  let seed = 20_261_123
  await runModel(totals, { seeds: () => seed++, enough: () => totals.steps >= 500 })
  expect(totals.failures).toEqual([])
}, 240_000)
