import { expect, test } from 'vitest'
import { decimalsProblem } from './decimals-problem.ts'

test.each([
  [12.34, 'USD', null],
  [1.005, 'USD', 'Please enter at most two decimals'],
  [0.001, 'EUR', 'Please enter at most two decimals'],
  [5000, 'JPY', null],
  [12.5, 'KRW', 'Please enter a whole number of KRW'],
] as const)('decimalsProblem(%d, "%s") returns %j', (amount, currency, problem) => {
  expect(decimalsProblem(amount, currency)).toBe(problem)
})
