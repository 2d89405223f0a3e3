import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InProcessServer, startTestServer } from '@hourspace/launch/testing/server.ts'
import type { Client } from '@hourspace/web/data/client.ts'
import type { Database } from '@hourspace/web/data/database.types.ts'
import {
  isSpaceLocation,
  spaceLocations,
  suggestLocations,
} from '@hourspace/web/data/space-locations.ts'
import {
  compareKeys,
  keyOf,
  matchesFilter,
  type SpaceFilter,
  type SpaceOrder,
  spaceOrders,
} from '@hourspace/web/data/spaces-filter.ts'
import { toListedSpace, type ListedSpace, listSpaces } from '@hourspace/web/data/spaces.ts'

const orders = (Object.keys(spaceOrders) as SpaceOrder[]).filter((order) => order !== 'best-match')

let server: InProcessServer
let client: Client
/** All spaces with their sort keys, as the realtime feed sends them. */
let everySpace: ListedSpace[]

beforeAll(async () => {
  server = await startTestServer()
  client = createClient<Database>(server.url, server.anonKey, {
    auth: { persistSession: false },
    global: { fetch: (input, init) => server.fetch(new Request(input, init)) },
  })
  await server.sql`insert into auth.users (email) values ('host@example.com')`
  // Equal creation times, ratings and prices create ties in every sort order.
  await server.sql`
    insert into spaces (user_id, title, description, type, price, currency, location, country,
      capacity, amenities, rating, "reviewCount", cancellation_policy, latitude, longitude)
    select profiles.id, (array['Daylight Loft', 'Quiet Room', 'École d''Été'])[1 + n % 3] || ' ' || n,
      'Light', (array['studio', 'office'])[1 + n % 2],
      case when n % 4 = 1 then 5000 * (n % 3) else 10.5 * (n % 5) end,
      (array['USD', 'JPY', 'EUR', 'AED'])[1 + n % 4],
      (array['Tokyo', 'San Jose', 'Santa Clara County', 'Lagos'])[1 + n % 4],
      (array['Japan', 'United States', 'United States', 'Nigeria'])[1 + n % 4],
      4 + 2 * (n % 2), '{Wi-Fi}', (n % 6) * 0.9, case when n % 6 = 0 then 0 else n % 4 end,
      (array['flexible', 'moderate', 'strict'])[1 + n % 3], 15 * (n % 4), -180 + 6 * n
    from profiles, generate_series(1, 60) n`
  const { data } = await client.from('spaces').select('*').throwOnError()
  everySpace = data.map((row) => toListedSpace(row as unknown as ListedSpace))
})

afterAll(() => server.stop())

async function readThrough(filter: SpaceFilter, limit: number): Promise<ListedSpace[]> {
  const seen: ListedSpace[] = []
  let after: string | null = null
  do {
    const page = await listSpaces(client, filter, { after, limit })
    expect(page.spaces.length).toBeLessThanOrEqual(limit)
    seen.push(...page.spaces)
    after = page.next
  } while (after)
  return seen
}

const filters: SpaceFilter[] = [
  {},
  { type: 'office' },
  { location: 'Tokyo' },
  { location: 'tokyo' },
  { locationContains: ['san jose', 'santa clara county'] },
  { countries: ['Japan', 'Nigeria'] },
  { locationContains: ['%'] },
  { exceptCountry: 'United States' },
  { exceptCountries: ['United States', 'Japan'] },
  { guests: 6 },
  { policies: ['moderate', 'strict'], type: 'studio' },
  { minRating: 3.6 },
  { bounds: [-30, 0, 10, 45] },
  { bounds: [100, -50, -100, 50] },
]

test.each(orders.flatMap((order) => filters.map((filter) => ({ ...filter, order }))))(
  'paginated lists and the filter of live changes select the same spaces in the same order for %j',
  async (filter) => {
    const expected = everySpace
      .filter((space) => matchesFilter(space, filter))
      .sort((a, b) => compareKeys(keyOf(a, filter.order), keyOf(b, filter.order), filter.order))
    const ids = (spaces: ListedSpace[]) => spaces.map(({ id }) => id)
    expect(ids(await readThrough(filter, 7))).toEqual(ids(expected))
  },
)

test('each filter of the space list tests matches the expected number of spaces', () => {
  const counts = filters.map(
    (filter) => everySpace.filter((space) => matchesFilter(space, filter)).length,
  )
  expect(counts).toEqual([60, 30, 15, 0, 30, 30, 0, 30, 15, 30, 20, 20, 7, 27])
})

test('listSpaces sorts by rating for the order top-rated and by price for the order price-low', async () => {
  const ratings = (await readThrough({ order: 'top-rated' }, 60)).map(({ rating }) => rating)
  expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
  const dollars = (await readThrough({ order: 'price-low' }, 60)).filter(
    ({ currency }) => currency === 'USD',
  )
  const prices = dollars.map(({ price }) => price)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})

test('listSpaces sorts converted prices: 5,000 JPY is between 21 and 42 USD', async () => {
  const { spaces } = await listSpaces(client, { order: 'price-high' }, { limit: 60 })
  const place = (wanted: (space: ListedSpace) => boolean) => spaces.findIndex(wanted)
  const yen = place(({ currency, price }) => currency === 'JPY' && price === 5000)
  expect(yen).toBeGreaterThan(place(({ currency, price }) => currency === 'USD' && price === 42))
  expect(yen).toBeLessThan(place(({ currency, price }) => currency === 'USD' && price === 21))
})

test('spaceLocations returns all names, suggestLocations matches parts of a name, and isSpaceLocation requires a full name', async () => {
  expect(await spaceLocations(client)).toEqual({
    names: ['Lagos', 'San Jose', 'Santa Clara County', 'Tokyo'],
    hasMore: false,
  })
  expect(await suggestLocations(client, 'SAN')).toEqual(['San Jose', 'Santa Clara County'])
  expect(await suggestLocations(client, '%')).toEqual([])
  expect(await isSpaceLocation(client, 'Tokyo')).toBe(true)
  expect(await isSpaceLocation(client, 'tokyo')).toBe(false)
})

test('spaceLocations returns the 12 locations with the most spaces if there are over 200 locations', async () => {
  await server.sql`
    insert into spaces (user_id, title, description, type, price, location, country, capacity, amenities)
    select profiles.id, 'Hut', 'Light', 'studio', 1, 'Village ' || n, 'Norway', 4, '{Wi-Fi}'
    from profiles, generate_series(1, 200) n`
  const { names, hasMore } = await spaceLocations(client)
  expect(hasMore).toBe(true)
  expect(names).toHaveLength(12)
  expect(names).toEqual(expect.arrayContaining(['Lagos', 'San Jose', 'Tokyo']))
  expect(await suggestLocations(client, 'village 19')).toContain('Village 199')
})
