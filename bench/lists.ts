import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { startPostgres } from '@hourspace/launch/postgres/supervisor.ts'
import { bookingsOfGuest } from '@hourspace/web/data/bookings.ts'
import { locationTypes } from '@hourspace/web/data/city-figures.ts'
import { bookingsOfHost, earningsOfHost } from '@hourspace/web/data/host-bookings.ts'
import { spacesOfHost } from '@hourspace/web/data/listings.ts'
import { spaceLocations, suggestLocations } from '@hourspace/web/data/space-locations.ts'
import { spaceTypes } from '@hourspace/web/data/space-types.ts'
import type { SpaceFilter, SpaceOrder } from '@hourspace/web/data/spaces-filter.ts'
import { listSpaces } from '@hourspace/web/data/spaces.ts'
import { type Market, openMarket } from './lists-market.ts'

/**
 * `npm run bench -- lists.ts` measures the queries of public pages with 100 and with 100,000
 * spaces, through the data API with row-level security and without HTTP. Measures the two sizes
 * alternately; only the growth of query times is meaningful. Takes about two minutes with its own
 * PostgreSQL.
 */
const sizes = { small: 100, large: 100_000 }
const rounds = 9
const callsInARound = 8

const usa: SpaceFilter = { countries: ['United States'] }
const abroad: SpaceFilter = { exceptCountry: 'United States' }

/**
 * Returns the cursor of page number `page` (24 spaces per page). If there are fewer pages, returns
 * the cursor of the last page.
 */
async function cursorOf(market: Market, page: number, order: SpaceOrder): Promise<string | null> {
  let after: string | null = null
  for (let at = 1; at < page; at += 1) {
    const { next } = await listSpaces(market.visitor, { order }, { after })
    if (!next) break
    after = next
  }
  return after
}

type Scenario = (market: Market) => Promise<unknown> | Promise<() => Promise<unknown>>
const list =
  (filter: SpaceFilter): Scenario =>
  ({ visitor }) =>
    listSpaces(visitor, filter)
const pageOf =
  (order: SpaceOrder, page: number): Scenario =>
  async (market) => {
    const after = await cursorOf(market, page, order)
    return () => listSpaces(market.visitor, { order }, { after })
  }

const scenarios: Record<string, Scenario> = {
  home: ({ visitor }) =>
    Promise.all([
      listSpaces(visitor, usa, { limit: 6 }),
      listSpaces(visitor, abroad, { limit: 6 }),
      listSpaces(visitor, {}, { limit: 12 }),
      spaceTypes(visitor),
    ]),
  explore: ({ visitor }) =>
    Promise.all([listSpaces(visitor, {}), spaceTypes(visitor), spaceLocations(visitor)]),
  'by type': list({ type: 'office' }),
  'by location': list({ location: 'Tokyo' }),
  'by location of few spaces': list({ location: 'Place 31' }),
  'by type and location': list({ type: 'office', location: 'Tokyo' }),
  'by region': list({ countries: ['Japan', 'Indonesia', 'Australia'] }),
  'text, common': list({ text: 'studio' }),
  'text, two words': list({ text: 'brick tokyo' }),
  'text, rare': list({ text: 'Loft 77' }),
  'text, two letters': list({ text: 'to' }),
  'text, nothing found': list({ text: 'xylophone' }),
  'text, two letters, nothing found': list({ text: 'xq' }),
  'top rated': list({ order: 'top-rated' }),
  'price, low to high': list({ order: 'price-low' }),
  'price, high to low': list({ order: 'price-high' }),
  'price, by type': list({ order: 'price-low', type: 'office' }),
  'top rated, by location': list({ order: 'top-rated', location: 'Tokyo' }),
  'price, by region': list({
    order: 'price-low',
    countries: ['United Kingdom', 'France', 'Greece'],
  }),
  'price, text': list({ order: 'price-low', text: 'loft' }),
  'city (location contains)': list({ locationContains: ['new york'] }),
  'city, by type': list({ locationContains: ['new york'], type: 'office' }),
  'city of two names': list({ locationContains: ['san jose', 'santa clara county'] }),
  'city without spaces': list({ locationContains: ['atlantis'] }),
  'types of a city': ({ visitor }) => locationTypes(visitor, { locationContains: ['new york'] }),
  'page 50, newest': pageOf('newest', 50),
  'page 50, top rated': pageOf('top-rated', 50),
  'page 50, price': pageOf('price-low', 50),
  'suggested locations': ({ visitor }) => suggestLocations(visitor, 'pla'),
  'My Listings': ({ host, hostId }) => spacesOfHost(host, hostId, { limit: 12 }),
  'My Bookings': ({ host, hostId }) => bookingsOfGuest(host, hostId, { limit: 12 }),
  'bookings of a host': ({ host, hostId }) => bookingsOfHost(host, hostId, { limit: 5 }),
  'earnings of a host': ({ host }) => earningsOfHost(host),
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

async function timed(call: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await call()
  return performance.now() - from
}

const folder = mkdtempSync(join(tmpdir(), 'hourspace-bench-'))
const cluster = await startPostgres({
  dataDir: join(folder, 'postgres'),
  password: 'bench',
  logFile: join(folder, 'postgres.log'),
  durable: false,
})
const markets: Market[] = []
try {
  const supabaseDir = fileURLToPath(new URL('../supabase', import.meta.url))
  const admin = postgres(cluster.url, { max: 1, onnotice: () => {} })
  for (const [name, spaces] of Object.entries(sizes)) {
    await admin.unsafe(`create database ${name}`)
    const url = new URL(cluster.url)
    url.pathname = name
    const took = await timed(async () =>
      markets.push(await openMarket(url.href, supabaseDir, spaces)),
    )
    console.log(`${spaces} spaces: made in ${(took / 1000).toFixed(1)} s`)
  }
  await admin.end()

  console.log(`${''.padEnd(34)} 100 spaces  100,000   growth   (ms, median)`)
  for (const [name, scenario] of Object.entries(scenarios)) {
    const calls = await Promise.all(
      markets.map(async (market) => {
        const prepared = await scenario(market)
        return typeof prepared === 'function'
          ? (prepared as () => Promise<unknown>)
          : () => scenario(market)
      }),
    )
    const times = calls.map((): number[] => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [index, call] of calls.entries())
        for (let turn = 0; turn < callsInARound; turn += 1) times[index]?.push(await timed(call))
    const [small = 0, large = 0] = times.map(median)
    const figures = [small.toFixed(2).padStart(10), large.toFixed(2).padStart(9)]
    console.log(`${name.padEnd(34)} ${figures.join(' ')}   ${(large / small).toFixed(2)}x`)
  }
} finally {
  await Promise.all(
    markets.map(({ sql, context }) => Promise.all([sql.end(), context.database.close()])),
  )
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
