import { expect, test } from 'vitest'
import {
  cvcProblem,
  expiryProblem,
  formatExpiry,
  formatNumber,
  numberProblem,
} from './card-format.ts'

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['378282246310005', '3782 822463 10005'],
  ['4242-4242x4242 4242 99', '4242 4242 4242 4242'],
])('the card number %s is formatted as %s', (typed, shown) =>
  expect(formatNumber(typed)).toBe(shown),
)

test.each([
  ['1', '1'],
  ['4', '04 / '],
  ['12', '12 / '],
  ['1230', '12 / 30'],
  ['12/30', '12 / 30'],
  ['3/2031', '03 / 31'],
])('the expiry date %s is formatted as %s', (typed, shown) =>
  expect(formatExpiry(typed)).toBe(shown),
)

test('formatExpiry does not add the separator again after the user has deleted it', () =>
  expect(formatExpiry('12 /', true)).toBe('12'))

test('invalid and incomplete card numbers, expiry dates and CVCs have errors, and valid ones have none', () => {
  const today = new Date(2026, 10, 21)
  expect(numberProblem('4242 4242')).toMatchObject({ message: 'Your card number is incomplete.' })
  expect(numberProblem('4242 4242 4242 4241')).toMatchObject({ code: 'invalid_number' })
  expect(numberProblem('4000 0025 0000 3155')).toBeUndefined()
  expect(expiryProblem('12 /', today)).toMatchObject({ code: 'incomplete_expiry' })
  expect(expiryProblem('12 / 25', today)).toMatchObject({ code: 'invalid_expiry_year_past' })
  expect(expiryProblem('10 / 26', today)).toMatchObject({ code: 'invalid_expiry_month_past' })
  expect(expiryProblem('11 / 26', today)).toBeUndefined()
  expect(cvcProblem('123', '378282246310005')).toMatchObject({ code: 'incomplete_cvc' })
  expect(cvcProblem('123', '4242424242424242')).toBeUndefined()
})
