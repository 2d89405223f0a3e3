import postgres from 'postgres'
import { parseConfig } from '@hourspace/backend/config/config.ts'
import { createContext } from '@hourspace/backend/context.ts'
import { createDataApi } from '@hourspace/backend/data/data-api.ts'
import { claims, rowsIn, spaceCount, tablesIn } from './data/tables.ts'

/**
 * `npm run bench -- data-api.ts <database url>` compares the data API, without HTTP, with
 * postgres.js (`begin`, set role and claims, query, `commit`) in requests per second. Measures both
 * alternately in short slices; only the ratio of the medians is meaningful. The database needs the
 * backend's roles. Creates and drops the schema `bench`. Takes about 15 seconds.
 */
const url = process.argv[2] ?? process.env['DATABASE_URL']
if (!url) throw new Error('Give the database: npm run bench -- data-api.ts postgres://…')

const clients = 16
const rounds = 5
const sliceMs = 400

const owner = postgres(url, { max: 1, onnotice: () => {} })
await owner.unsafe(`drop schema if exists bench cascade; create schema bench`)
await owner.unsafe(tablesIn('bench'))
await owner.unsafe(rowsIn('bench'))

const jwtSecret = 'a secret for the bench, thirty-two characters or more'
const context = createContext(
  parseConfig({
    databaseUrl: url,
    siteUrl: 'http://localhost',
    jwtSecret,
    anonKey: 'unused',
    serviceRoleKey: 'unused',
    storageDir: '/nowhere',
    rest: { schemas: ['bench'] },
  }),
)
const authorization = `Bearer ${context.tokens.sign(claims)}`
const api = createDataApi(context)
const peer = postgres(url, { max: clients, onnotice: () => {} })

async function ask(path: string, init: RequestInit = {}): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await api.fetch(new Request(`http://localhost${path}`, { ...init, headers }))
  const body = await response.text()
  if (!response.ok) throw new Error(`${path}: ${body}`)
}

async function byHand(text: string, values: (string | number)[]): Promise<void> {
  await peer.begin(async (sql) => {
    await sql`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    await sql.unsafe(text, values, { prepare: true })
  })
}

const aSpace = () => 1 + Math.floor(Math.random() * spaceCount)
const scenarios: Record<string, { api: () => Promise<void>; hand: () => Promise<void> }> = {
  'list of 20 + reviews': {
    api: () => ask('/spaces?select=*,reviews(rating,body)&order=created_at.desc&limit=20'),
    hand: () =>
      byHand(
        `select coalesce(json_agg(r), '[]')::text from (
          select s.*, coalesce(v.value, '[]') as reviews from bench.spaces s
          left join lateral (select json_agg(x) as value from (
            select rating, body from bench.reviews where space_id = s.id) x) v on true
          order by s.created_at desc limit 20) r`,
        [],
      ),
  },
  'one by id': {
    api: () => ask(`/spaces?id=eq.${aSpace()}`),
    hand: () =>
      byHand(`select json_agg(r)::text from (select * from bench.spaces where id = $1) r`, [
        aSpace(),
      ]),
  },
  insert: {
    api: () =>
      ask('/notes', {
        method: 'POST',
        body: JSON.stringify({ owner_id: claims.sub, body: 'a note' }),
      }),
    hand: () =>
      byHand('insert into bench.notes (owner_id, body) values ($1, $2)', [claims.sub, 'a note']),
  },
}

async function slice(call: () => Promise<void>): Promise<number> {
  const from = performance.now()
  let calls = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - from < sliceMs) {
        await call()
        calls++
      }
    }),
  )
  return calls / ((performance.now() - from) / 1000)
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0
}

try {
  for (const [name, ways] of Object.entries(scenarios)) {
    await slice(ways.api)
    await slice(ways.hand)
    const api: number[] = []
    const hand: number[] = []
    for (let round = 0; round < rounds; round++) {
      api.push(await slice(ways.api))
      hand.push(await slice(ways.hand))
    }
    const [a, h] = [median(api), median(hand)]
    const line = [a.toFixed(0).padStart(6), h.toFixed(0).padStart(6), `${(a / h).toFixed(2)}x`]
    console.log(`${name.padEnd(22)} data API ${line[0]}/s  by hand ${line[1]}/s  ${line[2]}`)
  }
} finally {
  await owner.unsafe('drop schema bench cascade')
  await Promise.all([context.database.close(), peer.end(), owner.end()])
}
