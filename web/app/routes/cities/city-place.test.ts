import { expect, test } from 'vitest'
import { cities, cityOf } from '#web/content/cities.ts'
import { passes } from '#web/data/spaces-filter.ts'
import { exactPlace, widePlace } from './city-place.ts'

const at = (location: string) => ({ title: 'Loft', location, country: 'Somewhere', type: 'studio' })

function city(slug: string) {
  const found = cityOf(slug)
  if (!found) throw new Error(`There is no ${slug}`)
  return found
}

test('a templated city takes its own name alone', () => {
  expect(passes(at('New York'), exactPlace(city('new-york')))).toBe(true)
  expect(passes(at('New York, Brooklyn'), exactPlace(city('new-york')))).toBe(false)
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
])('%s and a space in %s: %s', (slug, location, expected) => {
  expect(passes(at(location), widePlace(city(slug)))).toBe(expected)
})

test('every city takes a space in itself', () => {
  for (const known of cities) expect(passes(at(known.name), widePlace(known))).toBe(true)
})
