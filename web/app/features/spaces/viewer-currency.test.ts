import { expect, test } from 'vitest'
import { converted, currencyOfLanguage } from './viewer-currency.ts'

test.each([
  ['en-US', 'USD'],
  ['de', 'EUR'],
  ['de-CH', 'USD'],
  ['en-GB', 'GBP'],
  ['ja', 'JPY'],
  ['ko-KR', 'KRW'],
  ['en-AU', 'AUD'],
  ['fr-CA', 'CAD'],
  ['ar-AE', 'AED'],
  // In the POSIX locale, some browsers report this invalid language.
  ['en-US@posix', 'USD'],
])('a browser in the language %s shows approximate prices in %s', (language, currency) => {
  expect(currencyOfLanguage(language)).toBe(currency)
})

test('converted() converts between two currencies by their US dollar rates', () => {
  const rates = { USD: 1, EUR: 1.1, GBP: 1.3, JPY: 0.007 } as Parameters<typeof converted>[3]
  expect(converted(100, 'EUR', 'USD', rates)).toBeCloseTo(110)
  expect(converted(7, 'USD', 'JPY', rates)).toBeCloseTo(1000)
  expect(converted(13, 'EUR', 'GBP', rates)).toBeCloseTo(11)
})
