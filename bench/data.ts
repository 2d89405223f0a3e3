import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { parseConfig } from '@hourspace/backend/config/config.ts'
import { createContext } from '@hourspace/backend/context.ts'
import { Tokens } from '@hourspace/backend/platform/jwt.ts'
import { migrate } from '@hourspace/launch/migrate.ts'
import { startPostgres } from '@hourspace/launch/postgres/supervisor.ts'
import { hasPostgrest, startPostgrest } from '../backend/contract/oracle/postgrest.ts'
import { answersPerSecond } from './data/load.ts'
import { hasPgbench, scriptOf, transactionsPerSecond } from './data/pgbench.ts'
import { requestText, scenarios, type Scenario } from './data/scenarios.ts'
import { hasLite, startLite, startOurs } from './data/servers.ts'
import { claims, rowsIn, tablesIn } from './data/tables.ts'

/**
 * `npm run bench -- data.ts` measures requests per second of the data API over HTTP, with row-level
 * security and without a cache. Compares the data API with PostgREST 12, `@supabase/lite` (run `npm
 * ci --prefix bench/peers` first) and `pgbench`, which runs the same SQL and is the upper limit.
 * Measures all four alternately on one PostgreSQL, in five rounds; only the ratios of the medians
 * are meaningful. Takes about two minutes with its own PostgreSQL.
 */
const rounds = 5
const slice = { clients: 16, milliseconds: 1_000 }
const warmUp = { ...slice, milliseconds: 500 }

const folder = mkdtempSync(join(tmpdir(), 'hourspace-bench-'))
const cluster = await startPostgres({
  dataDir: join(folder, 'postgres'),
  password: 'bench',
  logFile: join(folder, 'postgres.log'),
})
const databaseUrl = cluster.url
const jwtSecret = 'a secret for the bench, thirty-two characters or more'
const closers: (() => Promise<unknown>)[] = []

type Peer = {
  name: string
  measure(scenario: Scenario, key: string, warm?: boolean): Promise<number>
}

function overHttp(name: string, url: string): Peer {
  const headers = { Authorization: `Bearer ${new Tokens(jwtSecret).sign(claims)}` }
  return {
    name,
    measure: (scenario, _, warm) =>
      answersPerSecond(url, () => requestText(scenario, url, headers), warm ? warmUp : slice),
  }
}

async function pgbenchPeer(): Promise<Peer> {
  const context = createContext(
    parseConfig({
      databaseUrl,
      siteUrl: 'http://localhost',
      jwtSecret,
      anonKey: 'unused',
      serviceRoleKey: 'unused',
      storageDir: '/nowhere',
    }),
  )
  const scripts = new Map<string, string>()
  for (const [key, scenario] of Object.entries(scenarios)) {
    scripts.set(key, await scriptOf(context, key, scenario, folder))
  }
  await context.database.close()
  return {
    name: 'pgbench (the limit)',
    measure: async (_, key) => transactionsPerSecond(scripts.get(key)!, databaseUrl, slice),
  }
}

async function openPeers(): Promise<Peer[]> {
  const place = { databaseUrl, jwtSecret }
  const ours = await startOurs({ ...place, folder: join(folder, 'ours') })
  closers.push(ours.stop)
  const peers = [overHttp('ours', ours.url)]
  if (hasPostgrest) {
    const postgrest = await startPostgrest({
      ...place,
      schemas: ['public'],
      searchPath: ['public', 'extensions'],
      maxRows: 1000,
      poolSize: 10,
    })
    closers.push(postgrest.stop)
    peers.push(overHttp('PostgREST 12.0.2', postgrest.url))
  } else console.log('PostgREST is not there for this platform.')
  if (hasLite) {
    const lite = await startLite({
      ...place,
      databaseUrl: await prepare('lite'),
      folder: join(folder, 'lite'),
    })
    closers.push(lite.stop)
    peers.push(overHttp('@supabase/lite', lite.url))
  } else console.log('@supabase/lite is not there: npm ci --prefix bench/peers')
  if (hasPgbench()) peers.push(await pgbenchPeer())
  else console.log('pgbench is not there; Debian has it in postgresql-contrib.')
  return peers
}

/**
 * Creates the benchmark tables in the default database or in a new database with the given name.
 * Returns its URL.
 */
async function prepare(name?: string): Promise<string> {
  const url = new URL(databaseUrl)
  if (name) {
    const admin = postgres(databaseUrl, { max: 1 })
    await admin.unsafe(`create database ${name}`)
    await admin.end()
    url.pathname = `/${name}`
  }
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  await sql.unsafe(tablesIn('public'))
  await sql.unsafe(rowsIn('public'))
  await sql.end()
  return url.href
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

try {
  await migrate({ databaseUrl, supabaseDir: null })
  await prepare()
  const peers = await openPeers()
  for (const [key, scenario] of Object.entries(scenarios)) {
    const rates = new Map(peers.map(({ name }) => [name, [] as number[]]))
    for (const peer of peers) await peer.measure(scenario, key, true)
    for (let round = 0; round < rounds; round++) {
      for (const peer of peers) rates.get(peer.name)!.push(await peer.measure(scenario, key))
    }
    const own = median(rates.get('ours')!)
    console.log(`\n${key}: ours ${own.toFixed(0)}/s`)
    for (const { name } of peers.slice(1)) {
      const rate = median(rates.get(name)!)
      console.log(`  ${(own / rate).toFixed(2).padStart(6)}x ${name} (${rate.toFixed(0)}/s)`)
    }
  }
} finally {
  for (const close of closers) await close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
