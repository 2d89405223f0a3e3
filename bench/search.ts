import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import postgres, { type Sql } from 'postgres'
import { startPostgres } from '@hourspace/launch/postgres/supervisor.ts'
import type { SpaceFilter } from '@hourspace/web/data/spaces-filter.ts'
import { fillSearchMarket } from './search-market.ts'

/**
 * `npm run bench -- search.ts` measures searches in the database with 10,000 and with 1,000,000
 * spaces, each with five availability blocks. Times are CPU times of the PostgreSQL process on
 * Linux and elapsed times elsewhere. Below each search it prints the scans in the large database.
 * Takes at least 10 minutes and 5 GB of disk with its own PostgreSQL.
 *
 * `--data FOLDER` keeps the databases in this folder. Later runs measure them again, with the
 * schema that they were created with. `--fill` only creates and fills them. `--only TEXT` measures
 * the searches whose names contain the text. `--plans` prints whole plans.
 */
const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    fill: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    plans: { type: 'boolean', default: false },
  },
})
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
  'a word that no space has': { text: 'xylophonist' },
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

/** Later pages of lists. Each has a filter, and SQL that returns the cursor of the page. */
const pages: Record<string, [SpaceFilter, cursor: string]> = {
  'newest, page 500': [
    {},
    'select newest_key from searchable_spaces order by newest_key desc offset 11999 limit 1',
  ],
  'newest, last page': [
    {},
    'select newest_key from searchable_spaces order by newest_key offset 12 limit 1',
  ],
  'guests, last page': [
    { guests: 50 },
    'select newest_key from searchable_spaces where capacity >= 50 order by newest_key offset 12 limit 1',
  ],
  'a common word, last page': [
    { text: 'pool' },
    `select '000000' || rating_key from searchable_spaces where document @@ 'pool'
      order by rating_key offset 12 limit 1`,
  ],
  'a rare word, page 2': [
    { text: 'zoquioro' },
    `select search_spaces('{"text":"zoquioro"}') ->> 'next'`,
  ],
}

type Call = (sql: Sql) => PromiseLike<unknown>

/** Functions that read the data of a scenario once and return the call to measure. */
const scenarios: Record<string, (sql: Sql) => Call | Promise<Call>> = {
  ...Object.fromEntries(
    Object.entries(lists).flatMap(([name, filter]) => [
      [`list: ${name}`, () => (sql) => sql`select search_spaces(${sql.json(filter as never)})`],
      [`facets: ${name}`, () => (sql) => sql`select space_facets(${sql.json(filter as never)})`],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(pages).map(([name, [filter, cursor]]) => [
      `list: ${name}`,
      async (market) => {
        const [after = ''] = Object.values((await market.unsafe(cursor))[0] ?? {})
        return (sql) => sql`select search_spaces(${sql.json(filter as never)}, ${after})`
      },
    ]),
  ),
  'suggestions: tok': () => (sql) => sql`select search_suggestions('tok')`,
  'suggestions: roo': () => (sql) => sql`select search_suggestions('roo')`,
  'suggestions: loft par': () => (sql) => sql`select search_suggestions('loft par')`,
  'next free hours of 24 spaces': () => (sql) => sql`
    select next_free_starts(array(select space_id from searchable_spaces limit 24))`,
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Returns a clock in milliseconds: on Linux the CPU time of a PostgreSQL process, elsewhere the
 * elapsed time.
 */
function clockOf(pid: number): () => number {
  if (process.platform !== 'linux') return () => performance.now()
  // https://docs.kernel.org/scheduler/sched-stats.html
  return () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

async function measure(sql: Sql, call: Call): Promise<number> {
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

/** Returns the plans of a call's statements that take at least 0.1 ms, with rows and buffers. */
async function plansOf(url: string, call: Call): Promise<string> {
  const plans: string[] = []
  const sql = postgres(url, { max: 1, onnotice: ({ message = '' }) => plans.push(message) })
  await sql`load 'auto_explain'`
  // Makes one call without recording its plans, because the first call of a session fills its
  // caches.
  await call(sql)
  await sql`select set_config('auto_explain.log_nested_statements', 'on', false),
    set_config('auto_explain.log_analyze', 'on', false),
    set_config('auto_explain.log_buffers', 'on', false),
    set_config('auto_explain.log_min_duration', '0.1', false),
    set_config('client_min_messages', 'log', false)`
  plans.length = 0
  await call(sql)
  await sql.end()
  return plans.join('\n')
}

/** Extracts the scans from EXPLAIN output, such as `Index Scan spaces_pkey (4 rows)`. */
function scansOf(plans: string): string[] {
  const scans = plans.matchAll(
    /(\w+ (?:Only )?(?:Heap )?Scan) (?:using|on) (\w+).*\(actual .*rows=([\d.]+) loops=(\d+)\)/g,
  )
  return [...scans].map(
    ([, scan, name, rows, loops]) =>
      `${scan} ${name} (${Math.round(Number(rows) * Number(loops))} rows)`,
  )
}

const supabaseDir = fileURLToPath(new URL('../supabase', import.meta.url))
const folder = options.data
  ? resolve(options.data)
  : mkdtempSync(join(tmpdir(), 'hourspace-bench-'))
const cluster = await startPostgres({
  dataDir: join(folder, 'postgres'),
  password: 'bench',
  logFile: join(folder, 'postgres.log'),
  durable: false,
})
const admin = postgres(cluster.url, { max: 1, onnotice: () => {} })

function urlOf(database: string): string {
  const url = new URL(cluster.url)
  url.pathname = database
  return url.href
}

/** Opens a benchmark database that an earlier run has kept, or fills a new one. */
async function openMarket(name: string, spaces: number): Promise<Sql> {
  const [kept] = await admin`select from pg_database where datname = ${name}`
  if (kept) return postgres(urlOf(name), { max: 1, onnotice: () => {} })
  const from = performance.now()
  const unfinished = `${name}_unfinished`
  await admin.unsafe(`drop database if exists ${unfinished}`)
  await admin.unsafe(`create database ${unfinished}`)
  await fillSearchMarket(urlOf(unfinished), supabaseDir, spaces, blocksPerSpace)
  await admin.unsafe(`alter database ${unfinished} rename to ${name}`)
  const seconds = ((performance.now() - from) / 1000).toFixed(0)
  console.log(
    `${spaces} spaces with ${spaces * blocksPerSpace} availability blocks: made in ${seconds} s`,
  )
  return postgres(urlOf(name), { max: 1, onnotice: () => {} })
}

const markets: Sql[] = []
try {
  for (const [name, spaces] of Object.entries(sizes)) markets.push(await openMarket(name, spaces))
  const measured = Object.entries(scenarios).filter(
    ([name]) => !options.fill && name.includes(options.only),
  )
  let missed = 0
  console.log(`${''.padEnd(44)}   10,000 1,000,000   growth   (ms, median of ${calls})`)
  for (const [name, scenario] of measured) {
    const times: number[] = []
    let call: Call = () => Promise.resolve()
    for (const sql of markets) {
      call = await scenario(sql)
      times.push(await measure(sql, call))
    }
    const [small = 0, large = 0] = times
    const growth = large / small
    const figures = [small.toFixed(2).padStart(8), large.toFixed(2).padStart(9)]
    const isMissed = large > most.milliseconds || growth > most.growth
    if (isMissed) missed += 1
    console.log(
      `${name.padEnd(44)} ${figures.join(' ')}   ${growth.toFixed(2)}x${isMissed ? '   above the target' : ''}`,
    )
    const plans = await plansOf(urlOf('large'), call)
    if (options.plans) console.log(plans)
    else for (const scan of scansOf(plans)) console.log(`    ${scan}`)
  }
  console.log(`${measured.length - missed} of ${measured.length} searches meet the target`)
} finally {
  await Promise.all([admin, ...markets].map((sql) => sql.end()))
  await cluster.stop()
  if (!options.data) rmSync(folder, { recursive: true, force: true })
}
