import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatisticsTiles } from './statistics-tiles.tsx'

const counts = {
  total_bookings: 1204,
  cancelled_bookings: 37,
  available_spaces: 80,
  total_spaces: 90,
  total_users: 300,
  rated_spaces: 60,
  average_rating: 4.5,
}

test('money says its currency, and a count of all currencies says so', () => {
  const tiles = createElement(StatisticsTiles, { counts, revenue: undefined })
  const html = renderToStaticMarkup(tiles)
  expect(html).toContain('In USD, without cancelled bookings')
  expect(html).toContain('In every currency, 37 of them cancelled')
})
