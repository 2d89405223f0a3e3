import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { feesAsCsv, growthText, highlights, shortMonthName } from './figures.ts'
import { StatisticsTiles } from './statistics-tiles.tsx'
import { currenciesOf } from './statistics.ts'

const row = (month: string, currency: 'USD' | 'JPY', fees: number) => ({
  month,
  currency,
  total_fees: fees,
  total_host_commission: fees,
  total_bookings: 3,
  total_revenue: fees * 11,
})

test('the fee table as CSV contains months and decimal amounts, without decimals for amounts in yen', () => {
  expect(feesAsCsv([row('2026-11-01', 'USD', 1234.5), row('2026-10-01', 'JPY', 500)])).toBe(
    'Month,Platform fees,Host commission,Bookings,Revenue,Currency\r\n' +
      '2026-11,1234.50,1234.50,3,13579.50,USD\r\n' +
      '2026-10,500,500,3,5500,JPY\r\n',
  )
})

test('shortMonthName formats the month of a UTC date', () => {
  expect(shortMonthName('2026-01-01')).toBe('Jan ’26')
})

test.each([
  [12.5, '+12.5%'],
  [-3.2, '−3.2%'],
  [0, '0%'],
  [null, '–'],
])('a growth of %s percent is shown as %s', (percentage, text) => {
  expect(growthText(percentage)).toBe(text)
})

test('highlights names the months with the highest and the lowest value of a chart', () => {
  const points = [
    { name: 'September 2026', value: 4 },
    { name: 'October 2026', value: 9 },
    { name: 'November 2026', value: 1 },
  ]
  expect(highlights(points, String)).toBe('Highest in October 2026: 9. Lowest in November 2026: 1.')
  expect(highlights([{ name: 'May', value: 0 }], String)).toBe('Nothing yet.')
})

const counts = {
  total_bookings: 1204,
  cancelled_bookings: 37,
  available_spaces: 80,
  total_spaces: 90,
  total_users: 300,
  rated_spaces: 60,
  average_rating: 4.5,
}

test('the statistics tiles name the currency of the revenue and say that bookings are counted in all currencies', () => {
  const tiles = createElement(StatisticsTiles, { counts, currency: 'USD', revenue: undefined })
  const text = renderToStaticMarkup(tiles).replaceAll(/<[^>]*>/g, '')
  expect(text).toContain('In USD, excluding cancelled bookings')
  expect(text).toContain('In all currencies, including 37 cancelled')
})

test('the statistics tiles write "1 rated space" in the singular', () => {
  const tiles = createElement(StatisticsTiles, {
    counts: { ...counts, rated_spaces: 1 },
    currency: 'USD',
    revenue: undefined,
  })
  expect(renderToStaticMarkup(tiles)).toContain('Across 1 rated space<')
})

test('the analytics offer a currency in which all bookings were cancelled, because its balance may be open', () => {
  const money = [{ currency: 'JPY' }, { currency: 'USD' }] as const
  expect(currenciesOf([{ currency: 'USD' }], money)).toEqual(['USD', 'JPY'])
  expect(currenciesOf([], money)).toEqual(['JPY', 'USD'])
})
