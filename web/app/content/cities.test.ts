import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cities, cityOf } from './cities.ts'
import { cityNames, curatedCities } from './cities/names.ts'
import { sanJose, templatedCities } from './cities/popular.ts'

test('nine cities have the monthly bookings and ratings of the specification, and no other city has such figures', () => {
  const figures = cities.flatMap(({ slug, figures }) =>
    figures ? [[slug, figures.monthlyBookings, figures.rating]] : [],
  )
  expect(figures.sort()).toEqual(
    [
      ['new-york', 1200, 4.8],
      ['los-angeles', 950, 4.7],
      ['chicago', 800, 4.8],
      ['houston', 650, 4.7],
      ['phoenix', 550, 4.8],
      ['philadelphia', 600, 4.7],
      ['san-antonio', 450, 4.8],
      ['san-diego', 700, 4.9],
      ['dallas', 750, 4.8],
    ].sort(),
  )
})

test('the curated cities are the twenty cities of the specification, in the same order', () => {
  expect(curatedCities.map(({ slug }) => slug).join(', ')).toBe(
    'tokyo, new-york, london, paris, shanghai, dubai, singapore, los-angeles, berlin, sydney, hong-kong, seoul, toronto, melbourne, amsterdam, mumbai, barcelona, mexico-city, sao-paulo, bangkok',
  )
})

test.each(templatedCities)('the templated city $name has three popular areas', ({ slug }) => {
  expect(Object.keys(cityOf(slug)?.areas ?? {})).toHaveLength(3)
})

test.each([...curatedCities, sanJose])(
  'the city $name has four highlights of different kinds',
  (city) => {
    const kinds = Object.keys(cityOf(city.slug)?.highlights ?? {})
    expect(kinds.toSorted()).toEqual(['area', 'light', 'transit', 'use'])
  },
)

test('the 28 linked cities are exactly the cities that have a page', () => {
  const pages = cities.map(({ slug, name }) => `${slug} ${name}`)
  expect(cityNames.map(({ slug, name }) => `${slug} ${name}`).sort()).toEqual(pages.sort())
  expect(new Set(pages).size).toBe(28)
})

test.each(cities)(
  'the city $name has a title, a description of at most 170 characters and small images',
  async (city) => {
    expect(city.title).toContain(city.name)
    expect(city.description).toContain(city.name)
    expect(city.description.length).toBeLessThanOrEqual(170)
    expect(city.pictureAlt.length).toBeGreaterThan(30)

    const folder = join(import.meta.dirname, '../../public/images/cities')
    for (const [width, most] of [
      [960, 60_000],
      [1600, 120_000],
    ] as const)
      for (const kind of ['avif', 'webp']) {
        const { size } = await stat(join(folder, `${city.slug}-${width}.${kind}`))
        expect(size).toBeLessThan(most)
      }
  },
)

test('no two city pages share a title, description, alt text, area or highlight', () => {
  const texts = cities.flatMap((city) => [
    city.title,
    city.description,
    city.pictureAlt,
    ...Object.entries(city.areas ?? {}).flat(),
    ...Object.values(city.highlights ?? {}).flat(),
  ])
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})
