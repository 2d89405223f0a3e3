import { expect, test } from 'vitest'
import { cities, cityOf } from '#web/content/cities.ts'
import { matchesFilter } from '#web/data/spaces-filter.ts'
import { structuredCity } from './city-meta.ts'
import { exactLocationFilter, rateOf, containsLocationFilter } from './city-place.ts'

const at = (location: string) => ({ title: 'Loft', location, country: 'Somewhere', type: 'studio' })

function city(slug: string) {
  const found = cityOf(slug)
  if (!found) throw new Error(`There is no ${slug}`)
  return found
}

test("exactLocationFilter matches only spaces whose location is the city's name", () => {
  expect(matchesFilter(at('New York'), exactLocationFilter(city('new-york')))).toBe(true)
  expect(matchesFilter(at('New York, Brooklyn'), exactLocationFilter(city('new-york')))).toBe(false)
})

test.each([
  ['san-jose', 'Downtown SAN JOSE', true],
  ['san-jose', 'Cupertino, Santa Clara County', true],
  ['san-jose', 'Santa Clara', false],
  ['tokyo', 'Shibuya, tokyo', true],
  ['tokyo', 'Kyoto', false],
  ['sao-paulo', 'Sao Paulo', true],
  ['sao-paulo', 'Pinheiros, São Paulo', true],
  ['mexico-city', 'Roma Norte, Ciudad de México', true],
  ['mexico-city', 'Mexico', false],
])(
  'for the city %s and a space with the location "%s", containsLocationFilter returns %s',
  (slug, location, expected) => {
    expect(matchesFilter(at(location), containsLocationFilter(city(slug)))).toBe(expected)
  },
)

test("for every city, containsLocationFilter matches a space whose location is the city's name", () => {
  for (const known of cities)
    expect(matchesFilter(at(known.name), containsLocationFilter(known))).toBe(true)
})

test('the mean hourly rate of a city without spaces is 0', () => {
  expect(rateOf([])).toEqual({ spaces: 0, currency: 'USD', average: 0, others: 0 })
})

test("a city's mean hourly rate covers only spaces in its most frequent currency, and other spaces are counted separately", () => {
  const rates = [
    { currency: 'EUR', spaces: 1, averagePrice: 40 },
    { currency: 'USD', spaces: 4, averagePrice: 92.5 },
    { currency: 'JPY', spaces: 2, averagePrice: 6000 },
  ] as const
  expect(rateOf(rates)).toEqual({ spaces: 7, currency: 'USD', average: 92.5, others: 3 })
})

test("a city's mean hourly rate does not depend on row order when two currencies are equally frequent", () => {
  const euro = { currency: 'EUR', spaces: 2, averagePrice: 40 } as const
  const dollar = { currency: 'USD', spaces: 2, averagePrice: 50 } as const
  expect(rateOf([dollar, euro])).toEqual(rateOf([euro, dollar]))
})

test("a city's structured data lists spaces in page order with absolute URLs", () => {
  const page = structuredCity({
    name: 'Tokyo spaces, by the hour',
    description: 'Rooms',
    path: '/tokyo',
    siteUrl: 'https://hourspace.example',
    spaces: [
      { id: '1', slug: 'loft', title: 'Loft' },
      { id: '2', slug: null, title: 'Attic' },
    ],
  })
  expect(page).toEqual({
    '@type': 'CollectionPage',
    '@id': 'https://hourspace.example/tokyo',
    url: 'https://hourspace.example/tokyo',
    name: 'Tokyo spaces, by the hour',
    description: 'Rooms',
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: [
        {
          '@type': 'ListItem',
          position: 1,
          name: 'Loft',
          url: 'https://hourspace.example/space/loft',
        },
        {
          '@type': 'ListItem',
          position: 2,
          name: 'Attic',
          url: 'https://hourspace.example/space/2',
        },
      ],
    },
  })
})
