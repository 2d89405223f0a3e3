import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { dayMs } from '@hourspace/domain/durations.ts'
import { queryClient } from '#web/data/query-client.ts'
import type { TimeQuery } from '#web/lib/paths.ts'
import { SpaceCard } from './space-card.tsx'

const space = {
  id: '00000000-0000-4000-8000-000000000001',
  slug: 'lantern-studio-tokyo',
  title: 'Lantern Studio',
  price: 49.5,
  currency: 'USD',
  location: 'Tokyo',
  country: 'Japan',
  capacity: 12,
  time_zone: 'Asia/Tokyo',
  amenities: ['Wi-Fi', 'Piano', 'Kitchen', 'Parking'],
  images: ['/first.webp', '/second.webp'],
  image_previews: ['data:image/webp;base64,UklGRg=='],
  available: true,
  status: 'available',
  rating: 4.5,
  reviewCount: 12,
}

type Shown = Parameters<typeof SpaceCard>[0]['space']

const html = (more: object = {}, time: TimeQuery = {}) =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queryClient() },
      createElement(SpaceCard, { space: { ...space, ...more } as Shown, ...time }),
    ),
  )

const textOf = (more?: object, time?: TimeQuery) =>
  html(more, time)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test("a space card links to the space's slug, or to its id if it has no slug", () => {
  expect(html()).toContain('href="/space/lantern-studio-tokyo"')
  expect(html({ slug: null })).toContain(`href="/space/${space.id}"`)
})

test('a space card shows the first image of the space', () => {
  expect(html()).toContain('/first.webp')
  expect(html()).not.toContain('/second.webp')
})

test('a space card shows the blurred preview only if the space has one', () => {
  expect(html()).toMatch(/<img[^>]*style="background-image:url\(&quot;data:image\/webp;base64,UklG/)
  expect(html({ image_previews: [''] })).not.toMatch(/<img[^>]*style=/)
})

test.each([
  [49.5, 'USD', '$50 /hr'],
  [1200, 'USD', '$1,200 /hr'],
  [8000, 'JPY', '¥8,000 /hr'],
  [0, 'EUR', '€0 /hr'],
])('a price of %d %s per hour is shown as "%s"', (price, currency, expected) => {
  expect(textOf({ price, currency })).toContain(expected)
})

test('a space card shows the rating and the review count, or 0 for a space without reviews', () => {
  expect(textOf()).toContain('4.5 out of 5 (12 reviews )')
  expect(html()).toContain('--lit:90%')
  expect(textOf({ rating: 0, reviewCount: 0 })).toContain('0 out of 5 (0 reviews )')
  expect(textOf({ reviewCount: null })).toContain('(0 reviews )')
})

test('a space card shows at most three amenities', () => {
  expect(textOf()).toContain('Wi-Fi Piano Kitchen')
  expect(textOf()).not.toContain('Parking')
})

test.each([
  [{ available: true, status: 'available' }, 'Available', 'success'],
  [{ available: true, status: 'rented' }, 'Currently Rented', 'danger'],
  [{ available: true, status: 'maintenance' }, 'Under Maintenance', 'caution'],
  [{ available: false, status: 'available' }, 'Unavailable', 'danger'],
  [{ available: false, status: 'maintenance' }, 'Unavailable', 'danger'],
])('a space with %j has the badge "%s" with tone %s', (state, label, tone) => {
  expect(html(state)).toMatch(new RegExp(`class="badge badge-${tone} [^>]*>${label}<`))
})

test('a space card shows the capacity', () => {
  expect(textOf()).toContain('Tokyo, Japan Up to 12 people')
})

test('a space card shows the next free hour of a bookable space if no time is chosen', () => {
  const next_free = new Date(Date.now() + 3 * dayMs).toISOString()
  expect(textOf({ next_free })).toMatch(/Free \w+ from \d+:\d\d [AP]M/)
  expect(textOf({ next_free, available: false })).not.toContain('Free ')
  expect(textOf({ next_free: null })).not.toContain('Free ')
})

test.each([
  [{ date: '2026-12-05', from: '14:00', hours: '2' }, '$109 for 2 h, all in'],
  [{ date: '2026-12-05' }, '$54 for 1 h, all in'],
  [{ hours: '3' }, '$163 for 3 h, all in'],
])('a space card for the time %j shows "%s", including the platform fee', (time, expected) => {
  expect(textOf({}, time)).toContain(expected)
})

test('without a chosen length, a space card shows the total for the length that the search found', () => {
  const found = { free_from: '2026-12-05T02:00:00Z', free_hours: 2, free_total: 120 }
  expect(textOf(found, { date: '2026-12-05' })).toContain('$120 for 2 h, all in')
})

test('after a search with a duration and without a date, a space card shows the discounted total, with "From" if the price depends on the time', () => {
  const discounted = { free_hours: 4, free_total: 196.02 }
  expect(textOf(discounted, { hours: '4' })).toContain('$196 for 4 h, all in')
  expect(textOf(discounted, { hours: '4' })).not.toContain('From')
  expect(textOf({ ...discounted, total_varies: true }, { hours: '4' })).toContain(
    'From $196 for 4 h, all in',
  )
})

test('the link of a space card contains the chosen time, or the first free hour of the chosen day', () => {
  const time = { date: '2026-12-05', hours: '2', guests: '8' }
  const free_from = '2026-12-05T02:00:00Z'
  expect(html({ free_from }, time)).toContain(
    'href="/space/lantern-studio-tokyo?date=2026-12-05&amp;hours=2&amp;guests=8&amp;from=11%3A00"',
  )
  expect(textOf({ free_from }, time)).toContain('Free from 11:00 AM')
  expect(html({ free_from }, { ...time, from: '15:00' })).toContain('from=15%3A00')
})
