import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { type Account, bookingClient, startOf } from './booking-client.ts'
import { findViolations } from './consistency.ts'
import { destroy } from './faults.ts'
import { type Product, startProduct } from './product.ts'

/**
 * `npm run bench -- backup.ts` books and uploads for MINUTES (2) and makes a backup during this
 * load. Then it kills all processes, deletes the data folder and restores it from BACKUP_DIR. Does
 * this twice. The first loss happens after the load has ended and the last WAL segment is archived:
 * the restore must have every acknowledged row. The second loss happens under load: at most the
 * last 75 seconds may be missing. Prints the booking rate during the backup relative to the rate
 * before it.
 */
const loadMs = Number(process.env['MINUTES'] ?? 2) * 60_000
const clients = 8
const spaceCount = 50
/** Slots per space; enough for the whole run. */
const slots = 12 * 90
/** Maximum archiving delay of a WAL segment: one minute, plus seconds for polling and copying. */
const mostLostMs = 75_000

const run = promisify(execFile)
const program = fileURLToPath(new URL('../launch/hourspace.ts', import.meta.url))
const picture = readFileSync(
  new URL('../web/public/images/hero-art-studio-640.webp', import.meta.url),
)
const folder = mkdtempSync(join(tmpdir(), 'hourspace-backup-bench-'))
const env = {
  HOURSPACE_DATA_DIR: join(folder, 'data'),
  BACKUP_DIR: join(folder, 'backups'),
  SEED: 'demo',
  WORKERS: '2',
  LOG_LEVEL: 'error',
}

async function hourspace<Data>(...args: string[]): Promise<Data> {
  const flags = ['--disable-warning=ExperimentalWarning', program, ...args, '--json']
  const { stdout } = await run(process.execPath, flags, { env: { ...process.env, ...env } })
  return JSON.parse(stdout) as Data
}

/** A booking or upload that the server has acknowledged, and the time of the acknowledgement. */
type Acknowledged = { id: string; at: Date }
const bookings: Acknowledged[] = []
const uploads: (Acknowledged & { url: string })[] = []
const wrong: string[] = []
const began = new Date()

type Session = {
  product: Product
  sql: postgres.Sql
  client: ReturnType<typeof bookingClient>
}

async function open(): Promise<Session> {
  const product = await startProduct(env)
  const sql = postgres(product.keys.databaseUrl, { max: 2, onnotice: () => {} })
  return { product, sql, client: bookingClient(product, sql) }
}

async function book({ client }: Session, guest: Account, spaces: readonly string[]) {
  const spaceId = spaces[Math.floor(Math.random() * spaces.length)]!
  const startsAt = startOf(Math.floor(Math.random() * slots))
  const opened = await client.checkout(guest, spaceId, startsAt)
  if (opened.status !== 200) return
  await client.pay(opened.body)
  const { body } = await client.confirm(guest, opened.body.paymentIntentId)
  if (body.status === 'confirmed' && body.bookingId)
    bookings.push({ id: body.bookingId, at: new Date() })
}

async function upload({ product }: Session, host: Account) {
  const id = `${crypto.randomUUID()}.webp`
  const response = await fetch(`${product.url}/storage/v1/object/spaces/${id}`, {
    method: 'POST',
    headers: {
      apikey: product.keys.anonKey,
      Authorization: `Bearer ${host.token}`,
      'Content-Type': 'image/webp',
    },
    body: picture,
  })
  await response.arrayBuffer()
  if (response.ok)
    uploads.push({ id, at: new Date(), url: `/storage/v1/object/public/spaces/${id}` })
}

/**
 * Creates bookings and uploads pictures until `signal` aborts. Ignores errors, because the
 * benchmark kills the server.
 */
async function load(session: Session, host: Account, spaces: string[], signal: AbortSignal) {
  const guests: Account[] = []
  while (guests.length < clients) guests.push(await session.client.account('guest'))
  const repeat = async (work: () => Promise<void>) => {
    while (!signal.aborted) await work().catch(() => sleep(100))
  }
  await Promise.all([
    ...guests.map((guest) => repeat(() => book(session, guest, spaces))),
    repeat(async () => {
      await upload(session, host)
      await sleep(500)
    }),
  ])
}

/** Waits until all committed rows are archived. */
async function waitForArchive({ sql }: Session): Promise<void> {
  const [now] = await sql<
    { segment: string }[]
  >`select pg_walfile_name(pg_current_wal_lsn()) as segment`
  const isArchived = () =>
    sql`select from pg_stat_archiver where last_archived_wal >= ${now!.segment}`.then(
      ({ length }) => length > 0,
    )
  while (!(await isArchived())) await sleep(500)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Compares the restored server with the bookings and uploads acknowledged before `until`, and adds
 * differences to `wrong`. Accepts that a booking with a payment is lost if the reconciliation with
 * Stripe reports its charge to the admins.
 */
async function compare({ product, sql, client }: Session, until: Date): Promise<void> {
  const acknowledged = new Set(bookings.filter(({ at }) => at <= until).map(({ id }) => id))
  const found = await findViolations({ product, sql, client, acknowledged, since: began })
  const lost = found.filter((text) => text.startsWith('charge '))
  const [reported] = await sql<{ charges: number; all: number }[]>`
    select count(*) filter (where kind = 'missing_in_ledger' and movement = 'charge')::int as charges,
      count(*)::int as all
    from reconciliation_differences where gone_at is null and repaired_at is null`
  if (lost.length === reported!.charges && reported!.charges === reported!.all) {
    if (lost.length > 0) console.log(`  ${lost.length} charges without a booking are reported`)
    wrong.push(...found.filter((text) => !/^(charge|the ledger differs) /.test(text)))
  } else
    wrong.push(
      `${reported!.charges} of ${lost.length} lost charges and ${reported!.all - reported!.charges} other differences are reported`,
      ...found,
    )
  for (const { url } of uploads.filter(({ at }) => at <= until)) {
    const response = await fetch(product.url + url)
    await response.arrayBuffer()
    if (response.status !== 200) wrong.push(`upload ${url} answers ${response.status}`)
  }
}

/**
 * Restores the newest backup and starts the server. Returns the time of the last restored
 * transaction.
 */
async function restore(backup: string): Promise<{ session: Session; lastCommit: Date }> {
  const from = performance.now()
  const restored = await hourspace<{ lastCommit: string; damagedUploads: string[] }>(
    'restore',
    backup,
    env.HOURSPACE_DATA_DIR,
  )
  wrong.push(...restored.damagedUploads.map((path) => `upload ${path} is damaged`))
  const session = await open()
  console.log(`  restored and started in ${((performance.now() - from) / 1000).toFixed(0)} s`)
  return { session, lastCommit: new Date(restored.lastCommit) }
}

/** Returns the number and a hash of all ledger entries. */
async function ledgerOf({ sql }: Session): Promise<string> {
  const entries = await sql`select e::text from ledger_entries e order by id`
  return `${entries.length} entries, ${sha256(Buffer.from(JSON.stringify(entries)))}`
}

let session = await open()
const host = await session.client.account('host')
const spaces: string[] = []
while (spaces.length < spaceCount) spaces.push(await session.client.space(host))

for (const loses of ['after the load', 'in the middle of the load']) {
  const [bookingsBefore, uploadsBefore] = [bookings.length, uploads.length]
  const loading = new AbortController()
  const loaded = load(session, host, spaces, loading.signal)
  await sleep(loadMs / 2)
  const before = bookings.length - bookingsBefore
  const from = performance.now()
  const { backup } = await hourspace<{ backup: string }>('backup')
  const backupMs = performance.now() - from
  const during = bookings.length - bookingsBefore - before
  await sleep(loadMs / 2)
  let ledger = ''
  if (loses === 'after the load') {
    loading.abort()
    await loaded
    // Waits for jobs that write to the ledger.
    await sleep(10_000)
    ledger = await ledgerOf(session)
    await waitForArchive(session)
  }
  const lostAt = new Date()
  await session.sql.end({ timeout: 1 })
  await destroy(session.product)
  loading.abort()
  await loaded
  const ratio = during / backupMs / (before / (loadMs / 2))
  console.log(
    `Lost ${loses}: ${bookings.length - bookingsBefore} bookings, ${uploads.length - uploadsBefore} uploads; backup ${(backupMs / 1000).toFixed(1)} s, ${ratio.toFixed(2)} times the bookings a second`,
  )
  const { session: restored, lastCommit } = await restore(backup)
  session = restored
  if (ledger) {
    const entries = await ledgerOf(session)
    if (entries !== ledger) wrong.push(`the ledger has ${entries} instead of ${ledger}`)
    console.log(`  ledger: ${entries.split(',')[0]}`)
    await compare(session, lostAt)
  } else {
    const lostMs = lostAt.getTime() - lastCommit.getTime()
    const isLost = ({ at }: Acknowledged) => at > lastCommit
    console.log(
      `  the last ${(lostMs / 1000).toFixed(0)} s are lost: ${bookings.filter(isLost).length} bookings, ${uploads.filter(isLost).length} uploads`,
    )
    if (lostMs > mostLostMs) wrong.push(`more than ${mostLostMs / 1000} s are lost`)
    await compare(session, lastCommit)
  }
}

console.log(`${wrong.length} violations`)
for (const text of wrong.slice(0, 20)) console.log(`  ${text}`)
await session.sql.end()
await session.product.stop()
rmSync(folder, { recursive: true })
if (wrong.length > 0) process.exitCode = 1
