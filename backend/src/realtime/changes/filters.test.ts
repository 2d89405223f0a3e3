import { expect, test } from 'vitest'
import { FilterTimeBudget } from './filters.ts'

const caller = (claimsJson: string) => ({ role: 'anon', userId: null, claims: {}, claimsJson })

test('FilterTimeBudget blocks a caller after 2 s of slow filter queries and unblocks it 30 s later', () => {
  const budget = new FilterTimeBudget()
  const [one, other] = [caller('1'), caller('2')]
  for (let count = 0; count < 10_000; count += 1) budget.consume(one, 20, 0)
  expect(budget.isExhausted(one, 0)).toBe(false)
  for (let count = 0; count < 10; count += 1) budget.consume(one, 200, 1_000)
  expect(budget.isExhausted(one, 1_000)).toBe(true)
  expect(budget.isExhausted(other, 1_000)).toBe(false)
  expect(budget.isExhausted(one, 31_000)).toBe(false)
})
