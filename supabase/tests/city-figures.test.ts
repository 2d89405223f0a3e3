import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type InProcessServer } from '@hourspace/launch/testing/server.ts'
import { locationRates, locationTypes } from '@hourspace/web/data/city-figures.ts'
import { suggestLocations } from '@hourspace/web/data/space-locations.ts'
import { listSpaces } from '@hourspace/web/data/spaces.ts'
import { addUser, spaceOf } from './records.ts'

type Client = Parameters<typeof locationRates>[0]

let server: InProcessServer
let visitor: Client

const listings = [
  { location: 'New York', type: 'studio', price: 100, currency: 'USD' },
  { location: 'New York', type: 'studio', price: 50.25, currency: 'USD' },
  { location: 'New York', type: 'office', price: 40, currency: 'EUR' },
  { location: 'New York, Brooklyn', type: 'office', price: 900, currency: 'USD' },
  { location: 'West SAN JOSE', type: 'studio', price: 10, currency: 'USD' },
  { location: 'Santa Clara County', type: 'studio', price: 10, currency: 'USD' },
  { location: 'São Paulo', type: 'studio', price: 10, currency: 'USD' },
  { location: 'Sao Paulo', type: 'studio', price: 10, currency: 'USD' },
]

beforeAll(async () => {
  server = await startTestServer()
  const { sql } = server
  const host = await addUser(sql, 'host@example.com')
  await sql`insert into spaces ${sql(listings.map((listing) => spaceOf(host, listing)))}`
  visitor = createClient(server.url, server.anonKey, {
    global: { fetch: (input, init) => server.fetch(new Request(input, init)) },
  })
})

afterAll(() => server.stop())

test('locationRates counts the spaces of one exact location and averages their prices per currency', async () => {
  const rates = await locationRates(visitor, 'New York')
  expect(rates.sort((a, b) => b.spaces - a.spaces)).toEqual([
    { currency: 'USD', spaces: 2, averagePrice: 75.13 },
    { currency: 'EUR', spaces: 1, averagePrice: 40 },
  ])
})

test('locationRates returns no rate for a location without spaces', async () => {
  expect(await locationRates(visitor, 'Atlantis')).toEqual([])
})

test('locationTypes counts the spaces per type, in one exact location or in all locations whose name contains a text', async () => {
  expect(await locationTypes(visitor, { locationContains: ['new york'] })).toEqual(
    new Map([
      ['studio', 2],
      ['office', 2],
    ]),
  )
  expect(await locationTypes(visitor, { location: 'New York' })).toEqual(
    new Map([
      ['studio', 2],
      ['office', 1],
    ]),
  )
})

test.each([
  [
    ['san jose', 'santa clara county'],
    ['Santa Clara County', 'West SAN JOSE'],
  ],
  [
    ['São Paulo', 'Sao Paulo'],
    ['Sao Paulo', 'São Paulo'],
  ],
  [['sao paulo'], ['Sao Paulo', 'São Paulo']],
])(
  'a space list filtered by the location parts %j ignores case and accents',
  async (locationContains, expected) => {
    const { spaces } = await listSpaces(visitor, { locationContains })
    expect(spaces.map(({ location }) => location).sort()).toEqual(expected)
  },
)

test.each(['sao', 'São', 'SÃO PAULO', 'pauló'])(
  'search and location suggestions for %j ignore case and accents',
  async (text) => {
    const { spaces } = await listSpaces(visitor, { text })
    expect(spaces.map(({ location }) => location).sort()).toEqual(['Sao Paulo', 'São Paulo'])
    expect((await suggestLocations(visitor, text)).sort()).toEqual(['Sao Paulo', 'São Paulo'])
  },
)

test('locationTypes counts correctly after spaces change type, are withdrawn or are deleted', async () => {
  const inSaoPaulo = { locationContains: ['sao paulo'] }
  expect(await locationTypes(visitor, inSaoPaulo)).toEqual(new Map([['studio', 2]]))

  const { sql } = server
  await sql`update spaces set type = 'office' where location = 'São Paulo'`
  expect(await locationTypes(visitor, inSaoPaulo)).toEqual(
    new Map([
      ['studio', 1],
      ['office', 1],
    ]),
  )
  await sql`update spaces set withdrawn_at = now() where location = 'São Paulo'`
  await sql`delete from spaces where location = 'Sao Paulo'`
  expect(await locationTypes(visitor, inSaoPaulo)).toEqual(new Map())
})
