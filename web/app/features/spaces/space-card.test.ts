import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '#web/data/query-client.ts'
import { SpaceCard } from './space-card.tsx'

const space = {
  id: '00000000-0000-4000-8000-000000000001',
  slug: 'lantern-studio-tokyo',
  title: 'Lantern Studio',
  price: 49.5,
  currency: 'USD',
  location: 'Tokyo',
  country: 'Japan',
  amenities: ['Wi-Fi', 'Piano', 'Kitchen', 'Parking'],
  images: ['/first.webp', '/second.webp'],
  image_previews: ['data:image/webp;base64,UklGRg=='],
  available: true,
  status: 'available',
  rating: 4.5,
  reviewCount: 12,
}

type Shown = Parameters<typeof SpaceCard>[0]['space']

const html = (more: object = {}) =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: createQueryClient() },
      createElement(SpaceCard, { space: { ...space, ...more } as Shown }),
    ),
  )

/** Renders an element and returns its text without tags. */
const textOf = (more?: object) =>
  html(more)
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
