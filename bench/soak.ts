import { execFileSync } from 'node:child_process'
import { Agent, get as request } from 'node:http'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { stripeControls } from '@hourspace/launch/testing/stripe-controls.ts'
import { type Account, bookingClient, startOf } from './booking-client.ts'
import { findViolations } from './consistency.ts'
import { stopPostgres, workersOf } from './faults.ts'
import { liveMegabytes, residentMegabytes } from './memory.ts'
import { startProduct } from './product.ts'

/**
 * `npm run bench -- soak.ts` measures the throughput of the product with demo data (90% pages, 8%
 * searches by time, 1.5% bookings, 0.5% changes by hosts). Then it offers 70% of this rate for
 * MINUTES (30; 0 skips this part) while processes are killed, Stripe fails and the disk is full.
 * Then it offers five times the rate for OVERLOAD_SECONDS (30), during which open checkouts must
 * complete. Afterwards the database is compared with the Stripe fake. The full disk requires root,
 * which mounts a small file system; other users skip it. Uses two workers; the primary runs the
 * Stripe fake and the jobs.
 */
const setting = (name: string, standard: number) => Number(process.env[name] ?? standard)
const soakMs = setting('MINUTES', 30) * 60_000
const overloadMs = setting('OVERLOAD_SECONDS', 30) * 1000
const warmUpMs = setting('WARM_UP_SECONDS', 30) * 1000
const measureMs = setting('MEASURE_SECONDS', 60) * 1000
const ownSpaces = 50
const guestCount = 100
/** Slots per space; enough for the whole run. */
const slots = 12 * 90
/** Maximum number of operations in flight, which bounds the memory of the load generator. */
const maxOutstanding = 1_000
const outageMs = Math.min(30_000, soakMs / 20)

const isRoot = process.getuid?.() === 0
const disk = mkdtempSync(join(tmpdir(), 'hourspace-soak-'))
if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4g', 'tmpfs', disk])
process.env.TMPDIR = disk

const product = await startProduct({ SEED: 'demo', WORKERS: '2', LOG_LEVEL: 'error' })
const since = new Date()
const sql = postgres(product.keys.databaseUrl, { max: 2, onnotice: () => {} })
const client = bookingClient(product, sql)
const stripe = stripeControls(product.url, product.keys.stripeSecretKey)
const host = await client.account('host')
const spaces: string[] = []
while (spaces.length < ownSpaces) spaces.push(await client.space(host))
const guests: Account[] = []
while (guests.length < guestCount) guests.push(await client.account('guest'))
const demoPaths = (
  await sql<{ slug: string }[]>`select slug from spaces where slug is not null and available`
).map(({ slug }) => `/space/${slug}`)
const cityPaths = [
  ...new Set(
    [...(await (await fetch(product.url)).text()).matchAll(/href="(\/spaces\/[a-z-]+)"/g)].map(
      ([, path]) => path!,
    ),
  ),
]
const pagePaths = ['/', '/', '/', '/explore', '/explore', ...cityPaths]

type Kind = 'page' | 'search' | 'booking' | 'change'

const acknowledged = new Set<string>()
let durations: Record<Kind, number[]> = { page: [], search: [], booking: [], change: [] }
let answers: Record<string, number> = {}
const count = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1)
const any = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!

function kindOfNext(): Kind {
  const share = Math.random()
  if (share < 0.9) return 'page'
  if (share < 0.98) return 'search'
  return share < 0.995 ? 'booking' : 'change'
}

/** Reuses connections, as a reverse proxy does. */
const proxy = new Agent({
  keepAlive: true,
  maxSockets: maxOutstanding,
  maxFreeSockets: maxOutstanding,
})

async function get(path: string, timeoutMs = 60_000): Promise<number> {
  const status = await new Promise<number>((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { agent: proxy, signal, headers: { Accept: 'text/html' } }
    request(product.url + path, options, (response) => {
      const isRefusal = response.statusCode === 503 && response.headers['retry-after']
      response.once('error', reject)
      response.once('end', () => {
        count(isRefusal ? 'refused' : `status ${response.statusCode}`)
        resolve(response.statusCode!)
      })
      response.resume()
    }).once('error', reject)
  })
  return status
}

function timePath(): string {
  const day = startOf(12 * Math.floor(Math.random() * 60))
    .toISOString()
    .slice(0, 10)
  const hour = String(9 + Math.floor(Math.random() * 10)).padStart(2, '0')
  return `/explore?date=${day}&from=${hour}%3A00&hours=${1 + Math.floor(Math.random() * 4)}`
}

async function changeSpace(): Promise<void> {
  const response = await fetch(`${product.url}/rest/v1/spaces?id=eq.${any(spaces)}`, {
    method: 'PATCH',
    headers: {
      apikey: product.keys.anonKey,
      Authorization: `Bearer ${host.token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ description: `A loft, changed at ${new Date().toISOString()}` }),
  })
  await response.arrayBuffer()
  count(`${response.ok ? 'status' : 'change'} ${response.status}`)
}

/** Repeats a request until its status is below 500, for up to two minutes. */
async function persistently<Answer>(
  request: () => Promise<Answer>,
  statusOf: (answer: Answer) => number,
): Promise<Answer | undefined> {
  const until = performance.now() + 120_000
  while (performance.now() < until) {
    const answer = await request().catch(() => undefined)
    if (answer !== undefined && statusOf(answer) < 500) return answer
    count('repeated')
    await sleep(500)
  }
  count('unanswered')
  return undefined
}

type Opened = { guest: Account; paymentIntentId: string; clientSecret: string }

async function openCheckout(): Promise<Opened | undefined> {
  const guest = any(guests)
  const spaceId = any(spaces)
  const startsAt = startOf(Math.floor(Math.random() * slots))
  const opened = await persistently(
    () => client.checkout(guest, spaceId, startsAt),
    ({ status }) => status,
  )
  return opened?.status === 200 ? { guest, ...opened.body } : undefined
}

/** Pays and confirms a checkout. Returns whether the response confirmed the booking. */
async function finish(opened: Opened): Promise<boolean> {
  await persistently(
    () => client.pay(opened),
    (status) => status,
  )
  const confirmed = await persistently(
    () => client.confirm(opened.guest, opened.paymentIntentId),
    ({ status }) => status,
  )
  if (confirmed?.body.status !== 'confirmed' || !confirmed.body.bookingId) return false
  acknowledged.add(confirmed.body.bookingId)
  return true
}

async function operate(): Promise<void> {
  const kind = kindOfNext()
  const from = performance.now()
  try {
    if (kind === 'page')
      await get(Math.random() < 0.5 && demoPaths.length > 0 ? any(demoPaths) : any(pagePaths))
    else if (kind === 'search') await get(timePath())
    else if (kind === 'change') await changeSpace()
    else {
      const opened = await openCheckout()
      if (opened) await finish(opened)
    }
    durations[kind].push(performance.now() - from)
  } catch (error) {
    const { cause, code, name } = error as Error & { code?: string; cause?: { code?: string } }
    count(`not answered: ${code ?? cause?.code ?? name}`)
  }
}

/** Runs operations sequentially in 32 clients. Returns the operations per second. */
async function measure(ms: number): Promise<number> {
  let done = 0
  const until = performance.now() + ms
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (performance.now() < until) {
        await operate()
        done += 1
      }
    }),
  )
  return done / (ms / 1000)
}

/**
 * Starts operations at a fixed rate, without waiting for earlier responses. Then waits for all
 * responses.
 */
async function offer(perSecond: number, ms: number): Promise<void> {
  const outstanding = new Set<Promise<void>>()
  const from = performance.now()
  let begun = 0
  while (performance.now() - from < ms) {
    await sleep(10)
    for (const due = ((performance.now() - from) * perSecond) / 1000; begun < due; begun += 1) {
      if (outstanding.size >= maxOutstanding) {
        count('not sent')
        continue
      }
      const operation = operate().finally(() => outstanding.delete(operation))
      outstanding.add(operation)
    }
  }
  await Promise.all(outstanding)
}

function fillDisk(): () => void {
  const ballast = join(disk, 'ballast')
  const { bavail, bsize } = statfsSync(disk)
  // Leaves less free disk than one WAL segment, so that the product fills the disk.
  execFileSync('fallocate', ['-l', String(bavail * bsize - 8 * 1024 * 1024), ballast])
  return () => rmSync(ballast)
}

const faults: string[] = []

/**
 * Injects faults one after another. Of the workers, kills only the newest, so that the memory of
 * the oldest worker shows leaks.
 */
async function disturb(): Promise<void> {
  const from = performance.now()
  const at = async (share: number, name: string, fail: () => unknown, repair?: () => unknown) => {
    await sleep(Math.max(0, from + soakMs * share - performance.now()))
    faults.push(name)
    await fail()
    if (!repair) return
    await sleep(outageMs)
    await repair()
  }
  const killWorker = () => {
    const newest = workersOf(product).at(-1)
    if (newest) process.kill(newest, 'SIGKILL')
  }
  let makeSpace = () => {}
  await at(0.1, 'worker killed', killWorker)
  await at(0.2, 'PostgreSQL stopped', () => stopPostgres(product, 'SIGINT'))
  await at(0.3, 'worker killed', killWorker)
  await at(
    0.35,
    'Stripe answers 500',
    () => stripe.control('outage', { kind: 'error' }),
    () => stripe.control('outage', { kind: 'none' }),
  )
  await at(
    0.5,
    'Stripe does not answer',
    () => stripe.control('outage', { kind: 'timeout' }),
    () => stripe.control('outage', { kind: 'none' }),
  )
  await at(0.6, 'PostgreSQL crashed', () => stopPostgres(product, 'SIGQUIT'))
  if (isRoot)
    await at(
      0.7,
      'disk full',
      () => void (makeSpace = fillDisk()),
      () => makeSpace(),
    )
  await at(0.8, 'worker killed', killWorker)
}

type Sample = { resident: number; live: number }

/** Memory in MB of the primary (`first process`) and the oldest worker, about once a minute. */
const memory = { 'first process': [] as Sample[], 'oldest worker': [] as Sample[] }

async function watchMemory(ends: number): Promise<void> {
  let worker: number | undefined
  while (performance.now() < ends) {
    const oldest = workersOf(product)[0]
    // If another worker is now the oldest, restarts its samples, because a new worker has little
    // memory.
    if (oldest !== worker) memory['oldest worker'] = []
    worker = oldest
    await sampleMemory('first process', product.pid)
    if (worker) await sampleMemory('oldest worker', worker)
    await sleep(Math.min(60_000, soakMs / 30))
  }
}

async function sampleMemory(process: keyof typeof memory, pid: number): Promise<void> {
  try {
    const resident = residentMegabytes(pid)
    memory[process].push({ resident, live: await liveMegabytes(pid) })
  } catch (error) {
    console.log(`The memory of the ${process} was not measured: ${(error as Error).message}`)
  }
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN

function report(title: string): void {
  const times = Object.entries(durations)
    .filter(([, values]) => values.length > 0)
    .map(
      ([kind, values]) =>
        `${kind} ${values.length}, median ${Math.round(at(values, 0.5))} ms, p99 ${Math.round(at(values, 0.99))} ms`,
    )
  console.log(`${title}: ${JSON.stringify(answers)}\n  ${times.join('\n  ')}`)
  durations = { page: [], search: [], booking: [], change: [] }
  answers = {}
}

await measure(warmUpMs)
answers = {}
durations = { page: [], search: [], booking: [], change: [] }
const most = await measure(measureMs)
report(`Maximum ${most.toFixed(0)} operations a second`)
const usualMs = 1_000

async function soak(): Promise<void> {
  const disturbance = disturb()
  const watching = watchMemory(performance.now() + soakMs)
  await offer(0.7 * most, soakMs)
  await Promise.all([disturbance, watching])
  report(
    `Soak at ${(0.7 * most).toFixed(0)} a second for ${soakMs / 60_000} min (${faults.join(', ')})`,
  )
  for (const [process, samples] of Object.entries(memory))
    console.log(
      `Memory of the ${process} in the first and last third: ` +
        `${growthOf(samples.map(({ live }) => live))} live, ` +
        `${growthOf(samples.map(({ resident }) => resident))} resident`,
    )
}

function growthOf(values: readonly number[]): string {
  const third = Math.floor(values.length / 3)
  const first = at(values.slice(0, third), 0.5)
  const last = at(values.slice(-third), 0.5)
  return `${first.toFixed(0)} to ${last.toFixed(0)} MB (${(100 * (last / first - 1)).toFixed(1)}%)`
}
if (soakMs > 0) await soak()

const open = (await Promise.all(Array.from({ length: 40 }, openCheckout))).filter(
  (opened) => opened !== undefined,
)
report('Before the overload')
const overload = offer(5 * most, overloadMs)
const loadEnds = performance.now() + overloadMs
await sleep(overloadMs / 3)
const finished = await Promise.all(open.map(finish))
await sleep(Math.max(0, loadEnds - performance.now()))
let recoveredMs = Number.NaN
for (let quick = 0; quick < 5 && performance.now() < loadEnds + 60_000;) {
  const from = performance.now()
  const status = await get(timePath(), 10_000).catch(() => 0)
  const ms = performance.now() - from
  quick = status === 200 && ms < usualMs ? quick + 1 : 0
  if (quick === 1) recoveredMs = performance.now() - loadEnds
}
await overload
report(`Overload at ${(5 * most).toFixed(0)} a second for ${overloadMs / 1000} s`)
console.log(
  `  ${finished.filter(Boolean).length} of ${open.length} open checkouts completed; searches take less than ${usualMs} ms again ${(recoveredMs / 1000).toFixed(1)} s after the overload`,
)

const wrong = await findViolations({ product, sql, client, acknowledged, since })
console.log(`${acknowledged.size} bookings; ${wrong.length} violations`)
for (const text of wrong.slice(0, 20)) console.log(`  ${text}`)
await sql.end()
await product.stop()
if (isRoot) execFileSync('umount', [disk])
rmSync(disk, { recursive: true })
if (wrong.length > 0) process.exitCode = 1
