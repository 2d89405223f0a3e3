import { expect, test } from 'vitest'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { structuredSpace } from './space-structured.ts'
import { defaultRules } from './test-rules.ts'

const space: SpaceDetails = {
  id: '00000000-0000-4000-8000-000000000001',
  slug: 'lantern-studio-tokyo-000001',
  user_id: '00000000-0000-4000-8000-000000000002',
  title: 'Lantern Studio',
  description: 'A quiet studio.',
  type: 'studio',
  price: 8000,
  currency: 'JPY',
  location: 'Tokyo',
  country: 'Japan',
  capacity: 12,
  amenities: ['Wi-Fi'],
  images: ['/storage/v1/object/public/spaces/lantern.webp'],
  image_previews: [],
  image_captions: [],
  available: true,
  status: 'available',
  rating: 0,
  reviewCount: 0,
  meta_description: null,
  meta_keywords: null,
  time_zone: 'Asia/Tokyo',
  cancellation_policy: 'flexible',
  booking_mode: 'instant',
  ...defaultRules,
  house_rules: '',
  included: [],
  neighborhood: '',
  latitude: 35.66,
  longitude: 139.7,
  updated_at: '2026-11-21T10:00:00Z',
}
const at = {
  url: 'https://hourspace.example/space/lantern-studio-tokyo-000001',
  today: '2026-11-22',
}

test("a space's structured data contains its opening hours and hourly price", () => {
  expect(structuredSpace(space, at)).toMatchObject({
    '@type': ['EventVenue', 'Product'],
    maximumAttendeeCapacity: 12,
    image: ['https://hourspace.example/storage/v1/object/public/spaces/lantern.webp'],
    openingHoursSpecification: [{ opens: '09:00', closes: '22:00' }],
    offers: { priceSpecification: { price: 8000, priceCurrency: 'JPY', unitCode: 'HUR' } },
  })
})

test("a space's structured data contains a rating only if the space has reviews", () => {
  expect(structuredSpace(space, at)).not.toHaveProperty('aggregateRating')
  expect(structuredSpace({ ...space, rating: 4.5, reviewCount: 2 }, at)).toHaveProperty(
    'aggregateRating',
    { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2 },
  )
})

test("a space's structured data contains the public coordinates, if the space has any", () => {
  expect(structuredSpace(space, at)).toMatchObject({
    geo: { '@type': 'GeoCoordinates', latitude: 35.66, longitude: 139.7 },
  })
  const unplaced = { ...space, latitude: null, longitude: null }
  expect(structuredSpace(unplaced, at)).not.toHaveProperty('geo')
})

test("a space's structured data contains the host's opening hours and the exceptions of the next 30 days", () => {
  const closed = { first_start: null, last_start: null, out_by: null }
  const own = {
    ...space,
    opening_hours: [
      { weekday: 0, ...closed },
      { weekday: 6, first_start: 12, last_start: 22, out_by: 26 },
    ],
    date_exceptions: [
      { date: '2026-11-26', ...closed },
      { date: '2027-03-01', ...closed },
    ],
  }
  expect(structuredSpace(own, at)).toMatchObject({
    openingHoursSpecification: [
      { dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], closes: '22:00' },
      { dayOfWeek: ['Saturday'], opens: '12:00', closes: '02:00' },
      { validFrom: '2026-11-26', validThrough: '2026-11-26', opens: '00:00', closes: '00:00' },
    ],
  })
})
