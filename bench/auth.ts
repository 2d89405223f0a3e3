import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { createPasswords } from '@hourspace/backend/auth/core/passwords.ts'
import { authSchema } from '@hourspace/backend/config/auth-config.ts'
import { createBackend } from '@hourspace/backend/main.ts'
import { Tokens } from '@hourspace/backend/platform/jwt.ts'
import { migrate } from '@hourspace/launch/migrate.ts'
import { startPostgres } from '@hourspace/launch/postgres/supervisor.ts'

/**
 * `npm run bench -- auth.ts` measures 1,000 sign-ins and 10,000 token refreshes by 50 concurrent
 * clients, without HTTP. Rate limits are checked, with the higher limits of loopback clients.
 * Alternates with measurements of two baselines: only the password hash, and a transaction of two
 * statements through postgres.js. Fails if a session is invalid at the end. Takes about two minutes
 * with its own PostgreSQL.
 */
const clients = 50
const connections = 8
const rounds = 5
const signIns = 1_000
const refreshes = 10_000

const folder = mkdtempSync(join(tmpdir(), 'hourspace-bench-'))
const cluster = await startPostgres({
  dataDir: join(folder, 'postgres'),
  password: 'bench',
  logFile: join(folder, 'postgres.log'),
})
await migrate({
  databaseUrl: cluster.url,
  supabaseDir: fileURLToPath(new URL('../supabase', import.meta.url)),
})
const secret = 'a secret for the bench, thirty-two characters or more'
const anonKey = new Tokens(secret).sign({ role: 'anon' })
const backend = await createBackend({
  databaseUrl: cluster.url,
  siteUrl: 'http://localhost',
  jwtSecret: secret,
  anonKey,
  serviceRoleKey: new Tokens(secret).sign({ role: 'service_role' }),
  storageDir: '/nowhere',
  poolSize: 2 * connections,
  logLevel: 'error',
})
const peer = postgres(cluster.url, { max: connections, onnotice: () => {} })
const password = 'a password for the bench'

type Session = { access_token: string; refresh_token: string; user: { id: string } }

/** Gives each client its own loopback address, because rate limits apply per IP address. */
const addressOf = (client: number) => `127.0.0.${client + 1}`

async function ask(client: number, path: string, body?: object, token = anonKey): Promise<Session> {
  const text = JSON.stringify(body) ?? ''
  const response = await backend.fetch(
    new Request(`http://localhost/auth/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
        'x-forwarded-for': addressOf(client),
      },
      body: text || null,
    }),
  )
  const answer = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer}`)
  return JSON.parse(answer) as Session
}

type Run = { perSecond: number; times: number[] }

/**
 * Runs `count` calls on all clients concurrently. Returns the calls per second and the duration of
 * each call in milliseconds.
 */
async function run(count: number, call: (client: number) => Promise<unknown>): Promise<Run> {
  const times: number[] = []
  const from = performance.now()
  let left = count
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (left-- > 0) {
        const begin = performance.now()
        await call(client)
        times.push(performance.now() - begin)
      }
    }),
  )
  return { perSecond: count / ((performance.now() - from) / 1000), times }
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b)
const median = (values: number[]) => sorted(values)[values.length >> 1] ?? 0
const p99 = (values: number[]) => sorted(values)[Math.floor(values.length * 0.99)] ?? 0

/**
 * Measures the product (`ours`) and the baseline (`floor`) alternately. Prints their median rates,
 * their p99 durations and the ratio of the rates.
 */
async function compare(
  name: string,
  count: number,
  ours: (client: number) => Promise<unknown>,
  floorName: string,
  floor: (client: number) => Promise<unknown>,
): Promise<void> {
  const each = count / rounds
  // Runs product and baseline once as a warm-up, which compiles code and fills caches.
  await run(each, ours)
  await run(each, floor)
  const [own, bare]: [Run[], Run[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    own.push(await run(each, ours))
    bare.push(await run(each, floor))
  }
  const rate = (runs: Run[]) => median(runs.map(({ perSecond }) => perSecond))
  const slowest = p99(own.flatMap(({ times }) => times))
  console.log(
    `${name}: ${rate(own).toFixed(0)}/s, p99 ${slowest.toFixed(0)} ms; ${floorName}: ` +
      `${rate(bare).toFixed(0)}/s, p99 ${p99(bare.flatMap(({ times }) => times)).toFixed(0)} ms; ` +
      `ratio of rates ${(rate(own) / rate(bare)).toFixed(2)}`,
  )
}

try {
  const people = Array.from({ length: clients }, (_, client) => `p${client}@example.com`)
  const sessions = await Promise.all(
    people.map((email, client) => ask(client, 'signup', { email, password })),
  )

  const passwords = createPasswords(peer, authSchema.parse({}).passwordHash)
  const stored = await passwords.hash(password)
  await compare(
    'sign-in',
    signIns,
    (client) => ask(client, 'token?grant_type=password', { email: people[client], password }),
    'hash alone',
    () => passwords.verify(password, stored),
  )

  await peer`create table public.bench_floor (id int primary key, n int not null default 0)`
  await peer`insert into public.bench_floor select generate_series(0, ${clients - 1}::int)`
  await compare(
    'refresh',
    refreshes,
    async (client) => {
      const { refresh_token } = sessions[client]!
      sessions[client] = await ask(client, 'token?grant_type=refresh_token', { refresh_token })
    },
    'transaction of two statements',
    (client) =>
      peer.begin(async (tx) => {
        await tx`select n from public.bench_floor where id = ${client} for update`
        await tx`update public.bench_floor set n = n + 1 where id = ${client}`
      }),
  )

  const alive = await Promise.all(
    sessions.map(async ({ access_token, user }, client) => {
      const known = (await ask(client, 'user', undefined, access_token)) as unknown as {
        id: string
      }
      return known.id === user.id
    }),
  )
  console.log(`sessions alive at the end: ${alive.filter(Boolean).length} of ${clients}`)
  if (alive.includes(false)) process.exitCode = 1
} finally {
  await backend.close()
  await peer.end()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
