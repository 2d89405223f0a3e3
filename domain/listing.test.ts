import { describe, expect, test } from 'vitest'
import { listingSchema } from './listing-schema.ts'
import { isPlainLabel, parseAmenities, parseNumber, spaceTypeNamePattern } from './listing.ts'

const listing = {
  title: 'Tatami Light Studio',
  description: 'North light over a garden.',
  type: 'studio',
  capacity: '12',
  price: '8000',
  currency: 'JPY',
  location: 'Tokyo',
  country: 'Japan',
  time_zone: 'Asia/Tokyo',
  cancellation_policy: 'flexible',
  amenities: ['Wi-Fi'],
  images: [],
}

const problems = (changes: object) => {
  const parsed = listingSchema.safeParse({ ...listing, ...changes })
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0])
}

test('listingSchema accepts a complete listing and converts capacity and price to numbers', () => {
  expect(listingSchema.parse(listing)).toMatchObject({ capacity: 12, price: 8000 })
})

describe('listingSchema', () => {
  test.each([
    [{ title: '  ' }, 'title'],
    [{ description: '' }, 'description'],
    [{ capacity: 0 }, 'capacity'],
    [{ capacity: 'many' }, 'capacity'],
    [{ capacity: 1.5 }, 'capacity'],
    [{ price: -1 }, 'price'],
    [{ price: '' }, 'price'],
    [{ price: 10.5 }, 'price'],
    [{ price: 49 }, 'price'],
    [{ price: 0.49, currency: 'USD' }, 'price'],
    [{ price: 10.555, currency: 'USD' }, 'price'],
    [{ currency: 'CHF' }, 'currency'],
    [{ amenities: [] }, 'amenities'],
    [{ images: ['1', '2', '3', '4', '5', '6'] }, 'images'],
    [{ time_zone: 'Tokyo' }, 'time_zone'],
  ])('listingSchema rejects a listing with %o and names the field %s', (changes, field) => {
    expect(problems(changes)).toEqual([field])
  })

  test('listingSchema accepts a USD price with two decimal places', () => {
    expect(problems({ price: 10.55, currency: 'USD' })).toEqual([])
  })
})

test('parseAmenities splits the text on commas, trims each amenity and removes duplicates', () => {
  expect(parseAmenities(' Wi-Fi, Projector,, Wi-Fi ,Sound system ')).toEqual([
    'Wi-Fi',
    'Projector',
    'Sound system',
  ])
})

test.each([
  ['12', 12],
  [' 1,200.50 ', 1200.5],
  ['-3', -3],
  ['', NaN],
  ['12,5', 12.5],
  ['37,50', 37.5],
  ['1,200', 1200],
  ['1.200,50', NaN],
  ['12,5000', NaN],
  ['1e3', NaN],
  ['about 5', NaN],
])('parseNumber parses the text "%s" as %d', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

test('spaceTypeNamePattern accepts only lowercase letters, digits and hyphens', () => {
  expect(['loft', 'photo-space-2'].every((name) => spaceTypeNamePattern.test(name))).toBe(true)
  expect(['Loft', 'a b', 'é', ''].some((name) => spaceTypeNamePattern.test(name))).toBe(false)
})

test.each(['Café & Bar', '屋上テラス', "St. John's Hall", 'Räume, groß'])(
  'isPlainLabel returns true for the label "%s"',
  (label) => {
    expect(isPlainLabel(label)).toBe(true)
  },
)

test.each(['https://evil.example', 'at evil.com', '//evil', 'www evil', 'me@evil', 'a\nb', '<b>'])(
  'isPlainLabel returns false for the label %j',
  (label) => {
    expect(isPlainLabel(label)).toBe(false)
  },
)
