import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres, { type Sql } from 'postgres'
import { startPostgres } from '@hourspace/launch/postgres/supervisor.ts'
import type { SpaceFilter } from '@hourspace/web/data/spaces-filter.ts'
import { openSearchMarket } from './search-market.ts'

/**
 * `npm run bench search.ts` measures searches in the database with 10,000 and with 1,000,000
 * spaces, each with five availability blocks. Times are CPU times of the PostgreSQL process on
 * Linux and elapsed times elsewhere. `npm run bench search.ts plans` also prints query plans. Takes
 * at least 10 minutes and 5 GB of disk with its own PostgreSQL.
 */
const sizes = { small: 10_000, large: 1_000_000 }
const blocksPerSpace = 5
const calls = 15
const most = { milliseconds: 3, growth: 2.5 }

const date = new Date(Date.now() + 13 * 86_400_000).toISOString().slice(0, 10)
const time = { date, from: '14:00', hours: 3 }

const lists: Record<string, SpaceFilter> = {
  newest: {},
  'type and city': { type: 'loft', location: 'Tokyo' },
  'top rated of a region': { countries: ['Japan', 'Australia'], order: 'top-rated' },
  'city of a city page': { locationContains: ['new york'] },
  'a word of most spaces': { text: 'light' },
  'a common word': { text: 'pool' },
  'a rare word': { text: 'zoquioro' },
  'type and place': { text: 'rooftop tokyo' },
  'type, place and amenity': { text: 'loft paris piano' },
  'three common words': { text: 'warm oak library' },
  'two amenities': { text: 'kiln autocue' },
  'country and type': { text: 'uk recording studio' },
  'a small town': { text: 'kitchen bacorda falls' },
  'two misspelled words': { text: 'rooftp tokio' },
  'a sentence': { text: 'somewhere to record a podcast for 4 people in london' },
  'words that no space has together': { text: 'helipad reykjavik zoquioro' },
  'text, newest first': { text: 'pool', order: 'newest' },
  'text, lowest price first': { text: 'piano tokyo', order: 'price-low' },
  'free at an hour': time,
  'free on a day': { date, hours: 3 },
  'free, city, guests and price': { ...time, location: 'London', guests: 12, max: 300 },
  'free, text': { ...time, text: 'rooftop tokyo' },
  guests: { guests: 50 },
  price: { max: 30, currency: 'EUR' },
  amenity: { amenities: ['Pool'] },
  'three amenities': { amenities: ['Pool', 'Piano', 'Kiln'] },
  policy: { policies: ['strict'] },
  rating: { minRating: 4.8 },
  'map of a block': { bounds: [139.69, 35.69, 139.71, 35.71] },
  'map of a city': { bounds: [139.6, 35.6, 139.8, 35.8] },
  'map of a country': { bounds: [-5, 42, 8, 51] },
  'map of the sea': { bounds: [-40, 30, -35, 35] },
}

const scenarios: Record<string, (sql: Sql) => PromiseLike<unknown>> = {
  ...Object.fromEntries(
    Object.entries(lists).flatMap(([name, filter]) => [
      [`list: ${name}`, (sql: Sql) => sql`select search_spaces(${sql.json(filter as never)})`],
      [`facets: ${name}`, (sql: Sql) => sql`select space_facets(${sql.json(filter as never)})`],
    ]),
  ),
  'suggestions: tok': (sql) => sql`select search_suggestions('tok')`,
  'suggestions: roo': (sql) => sql`select search_suggestions('roo')`,
  'suggestions: loft par': (sql) => sql`select search_suggestions('loft par')`,
  'next free hours of 24 spaces': (sql) => sql`
    select next_free_starts(array(select space_id from searchable_spaces limit 24))`,
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Returns a function that reads the CPU time of a PostgreSQL process in milliseconds. */
function clockOf(pid: number): () => number {
  if (process.platform !== 'linux') return () => performance.now()
  // https://docs.kernel.org/scheduler/sched-stats.html
  return () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

async function measure(sql: Sql, call: (sql: Sql) => PromiseLike<unknown>): Promise<number> {
  const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
  const clock = clockOf(pid)
  const times: number[] = []
  for (let turn = -2; turn < calls; turn += 1) {
    const from = clock()
    await call(sql)
    if (turn >= 0) times.push(clock() - from)
  }
  return median(times)
}

/** Prints the query plan of every statement in a function call. */
async function printPlans(url: string, call: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: ({ message }) => console.log(message) })
  await sql`load 'auto_explain'`
  await sql`select set_config('auto_explain.log_nested_statements', 'on', false),
    set_config('auto_explain.log_analyze', 'on', false),
    set_config('auto_explain.log_min_duration', '0.5', false),
    set_config('client_min_messages', 'log', false)`
  await call(sql)
  await sql.end()
}

const folder = mkdtempSync(join(tmpdir(), 'hourspace-bench-'))
const cluster = await startPostgres({
  dataDir: join(folder, 'postgres'),
  password: 'bench',
  logFile: join(folder, 'postgres.log'),
  durable: false,
})
const markets: Sql[] = []
try {
  const supabaseDir = fileURLToPath(new URL('../supabase', import.meta.url))
  const admin = postgres(cluster.url, { max: 1, onnotice: () => {} })
  const url = new URL(cluster.url)
  for (const [name, spaces] of Object.entries(sizes)) {
    await admin.unsafe(`create database ${name}`)
    url.pathname = name
    const from = performance.now()
    markets.push(await openSearchMarket(url.href, supabaseDir, spaces, blocksPerSpace))
    const seconds = ((performance.now() - from) / 1000).toFixed(0)
    console.log(
      `${spaces} spaces with ${spaces * blocksPerSpace} taken times: made in ${seconds} s`,
    )
  }
  await admin.end()

  console.log(`${''.padEnd(44)}   10,000 1,000,000   growth   (ms, median)`)
  for (const [name, call] of Object.entries(scenarios)) {
    const times: number[] = []
    for (const sql of markets) times.push(await measure(sql, call))
    const [small = 0, large = 0] = times
    const growth = large / small
    const figures = [small.toFixed(2).padStart(8), large.toFixed(2).padStart(9)]
    const isMissed = large > most.milliseconds || growth > most.growth
    console.log(
      `${name.padEnd(44)} ${figures.join(' ')}   ${growth.toFixed(2)}x${isMissed ? '   above the target' : ''}`,
    )
    if (process.argv[2] === 'plans') await printPlans(url.href, call)
  }
} finally {
  await Promise.all(markets.map((sql) => sql.end()))
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
