import { expect, test } from 'vitest'
import { suggestPayoutCountry } from './payout-countries.ts'

test.each([
  [['Germany'], 'DE'],
  [['france', 'Germany', 'FRANCE '], 'FR'],
  [['USA'], 'US'],
  [['UK'], 'GB'],
  [['Czechia'], 'CZ'],
  [['Japan', 'Japan', 'France'], null],
  [[], null],
])('the payout country suggested for listings in %j is %s', (countries, code) => {
  expect(suggestPayoutCountry(countries)).toBe(code)
})
