import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { type Account, bookingClient, type OpenedCheckout, startOf } from './booking-client.ts'
import { findViolations } from './consistency.ts'
import { stopPostgres, workersOf } from './faults.ts'
import { startProduct } from './product.ts'

/**
 * `npm run bench -- chaos.ts` books over HTTP while a worker is killed every 20 seconds and
 * PostgreSQL crashes twice. The primary, which runs the fakes and the jobs, is not killed. Guests
 * retry requests without a response. Afterwards the database is compared with the Stripe fake.
 * MINUTES (5), GUESTS (200), SPACES (50) and WORKERS (4) set the size.
 */
const setting = (name: string, standard: number) => Number(process.env[name] ?? standard)
const runMs = setting('MINUTES', 5) * 60_000
const killEveryMs = 20_000
/** Slots per space: few enough for conflicts, but enough for the whole run. */
const slots = 12 * 90

const product = await startProduct({ SEED: 'none', WORKERS: String(setting('WORKERS', 4)) })
const sql = postgres(product.keys.databaseUrl, { max: 4, onnotice: () => {} })
const client = bookingClient(product, sql)
const host = await client.account('host')
const spaces = await many(setting('SPACES', 50), () => client.space(host))
const guests = await many(setting('GUESTS', 200), () => client.account('guest'))

const acknowledged = new Set<string>()
const durations: number[] = []
const counts = { taken: 0, otherRefusals: 0, repeated: 0, unanswered: 0 }
const since = new Date()
const ends = performance.now() + runMs

async function many<Item>(count: number, make: () => Promise<Item>): Promise<Item[]> {
  const items: Item[] = []
  for (let index = 0; index < count; index += 1) items.push(await make())
  return items
}

/** Repeats a request until its status is below 500, by default for up to a minute. */
async function persistently<Answer>(
  request: () => Promise<Answer>,
  statusOf: (answer: Answer) => number,
  longestMs = 60_000,
) {
  const until = performance.now() + longestMs
  while (performance.now() < until) {
    const answer = await request().catch(() => undefined)
    if (answer !== undefined && statusOf(answer) < 500) return answer
    counts.repeated += 1
    await sleep(250)
  }
  counts.unanswered += 1
  return undefined
}

async function book(guest: Account): Promise<void> {
  const from = performance.now()
  const spaceId = spaces[Math.floor(Math.random() * spaces.length)]!
  const startsAt = startOf(Math.floor(Math.random() * slots))
  const opened = await persistently(
    () => client.checkout(guest, spaceId, startsAt),
    ({ status }) => status,
  )
  if (opened?.status !== 200) {
    if (opened?.body.code === 'slot_taken') counts.taken += 1
    else if (opened) counts.otherRefusals += 1
    return
  }
  await finish(guest, opened.body)
  durations.push(performance.now() - from)
}

async function finish(guest: Account, opened: OpenedCheckout): Promise<void> {
  await persistently(
    () => client.pay(opened),
    (status) => status,
  )
  const confirmed = await persistently(
    () => client.confirm(guest, opened.paymentIntentId),
    ({ status }) => status,
  )
  if (confirmed?.body.status === 'confirmed' && confirmed.body.bookingId)
    acknowledged.add(confirmed.body.bookingId)
}

async function disturb(): Promise<{ workers: number; databases: number }> {
  const done = { workers: 0, databases: 0 }
  const crashes = [runMs / 3, (2 * runMs) / 3]
  const from = performance.now()
  for (let next = killEveryMs; next < runMs; next += killEveryMs) {
    await sleep(from + next - performance.now())
    // Kills a random worker. The primary replaces it.
    const workers = workersOf(product)
    process.kill(workers[Math.floor(Math.random() * workers.length)]!, 'SIGKILL')
    done.workers += 1
    const crash = crashes[done.databases]
    if (crash === undefined || performance.now() - from < crash) continue
    stopPostgres(product, 'SIGQUIT')
    done.databases += 1
  }
  return done
}

const disturbance = disturb()
await Promise.all(
  guests.map(async (guest) => {
    while (performance.now() < ends) await book(guest)
  }),
)
const killed = await disturbance

const wrong = await findViolations({ product, sql, client, acknowledged, since })

const sorted = durations.toSorted((one, other) => one - other)
const at = (share: number) => `${Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)} ms`
console.log(
  `${guests.length} guests, ${spaces.length} spaces, ${killed.workers} killed workers, ${killed.databases} crashes of PostgreSQL`,
)
console.log(
  `${acknowledged.size} bookings, ${(acknowledged.size / (runMs / 1000)).toFixed(1)} a second; median ${at(0.5)}, p99 ${at(0.99)}`,
)
console.log(
  `${counts.taken} taken slots, ${counts.otherRefusals} other refusals, ${counts.repeated} repeated requests, ${counts.unanswered} unanswered`,
)
console.log(`${wrong.length} violations`)
for (const text of wrong.slice(0, 20)) console.log(`  ${text}`)
await sql.end()
await product.stop()
if (wrong.length > 0) process.exitCode = 1
