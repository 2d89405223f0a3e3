import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { Tokens } from '@hourspace/backend/platform/jwt.ts'
import { generateKeys } from '@hourspace/launch/keys.ts'
import { migrate } from '@hourspace/launch/migrate.ts'
import { freePort } from '@hourspace/launch/postgres/port.ts'
import { startPostgres } from '@hourspace/launch/postgres/supervisor.ts'
import { BenchSocket } from './realtime-socket.ts'

/**
 * `npm run bench -- realtime.ts [--seconds 60] [--sockets 1000] [--rate 200] [--kill]`
 *
 * Inserts `--rate` rows per second and sends the changes to sockets. The sockets have the claims of
 * anonymous callers, of users whom row-level security restricts, and of the service role. Fails
 * unless each socket receives exactly the changes that its claims allow, once and in order.
 *
 * `--kill` kills and restarts the server after half of the time. A socket may then receive a change
 * twice.
 *
 * Afterwards, sends bursts of changes to all sockets, and compares their duration with the duration
 * of the same bursts from a plain `ws.send` loop.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    sockets: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '200' },
    kill: { type: 'boolean', default: false },
  },
})
const [seconds, count, rate] = [values.seconds, values.sockets, values.rate].map(Number) as [
  number,
  number,
  number,
]
const people = 33
const commitEveryMs = 25
const body = 'x'.repeat(200)

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
const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
await sql.unsafe(`
  create table public.bench_ticks (n bigint primary key, audience text not null, body text);
  alter table public.bench_ticks enable row level security;
  create policy shown on public.bench_ticks for select
    using (audience = 'all' or audience = (select auth.uid())::text);
  grant select on public.bench_ticks to anon, authenticated, service_role;
  alter publication supabase_realtime add table public.bench_ticks;`)

const port = await freePort(4360)
const keys = {
  ...(await generateKeys()),
  url: `http://localhost:${port}`,
  databaseUrl: cluster.url,
}
const spec = {
  port,
  databaseUrl: cluster.url,
  dataDir: join(folder, 'data'),
  keys,
  // Raises the connection limit per IP address, because all sockets of the benchmark share an IP
  // address.
  backend: { realtime: { maxConnectionsPerAddress: 2 * count } },
}
const childFile = fileURLToPath(new URL('../launch/testing/product-server.ts', import.meta.url))
async function launch(file: string, argument: string): Promise<ChildProcess> {
  const child = fork(file, [argument], { execArgv: ['--disable-warning=ExperimentalWarning'] })
  await once(child, 'message')
  return child
}
let server = await launch(childFile, JSON.stringify(spec))

const tokens = new Tokens(keys.jwtSecret)
const exp = Math.floor(Date.now() / 1000) + 3600
const idOf = (person: number) => `00000000-0000-4000-8000-${String(person).padStart(12, '0')}`
const claims = Array.from({ length: count }, (_, index) => {
  if (index % 3 === 0)
    return { sees: (audience: string) => audience === 'all', token: keys.anonKey }
  if (index % 3 === 1) return { sees: () => true, token: keys.serviceRoleKey }
  const sub = idOf(index % people)
  const token = tokens.sign({ role: 'authenticated', sub, exp })
  return { sees: (audience: string) => audience === 'all' || audience === sub, token }
})
const table = { event: 'INSERT', schema: 'public', table: 'bench_ticks' }
const wanted = { postgres_changes: [table], presence: { enabled: false } }

async function connectAll(to: number, onNumber: BenchSocket['onNumber']): Promise<BenchSocket[]> {
  const sockets: BenchSocket[] = []
  const live: Promise<void>[] = []
  for (const { token } of claims) {
    const socket = new BenchSocket(to, keys.anonKey, token, wanted)
    socket.onNumber = onNumber
    live.push(new Promise((resolve) => (socket.onLive = resolve)))
    sockets.push(socket)
    if (sockets.length % 50 === 0) await sleep(20)
  }
  await Promise.all(live)
  return sockets
}

const latencies: number[] = []
const stamp = Buffer.from('"commit_timestamp":"')
let received = 0
const sockets = await connectAll(port, (_, frame) => {
  received += 1
  // Measures the latency of every sixteenth message.
  if (received % 16 !== 0) return
  const at = frame.indexOf(stamp) + stamp.length
  latencies.push(Date.now() - Date.parse(frame.toString('latin1', at, at + 24)))
})
const heart = setInterval(() => sockets.forEach((socket) => socket.heartbeat()), 25_000)

const audiences: string[] = []
const add = async (rows: string[]) => {
  const first = audiences.length
  audiences.push(...rows)
  await sql`insert into bench_ticks ${sql(rows.map((audience, index) => ({ n: first + index, audience, body })))}`
}
const kinds = (n: number) => (n % 4 === 0 ? 'all' : n % 4 === 1 ? 'service' : idOf(n % people))

console.log(`${count} sockets are live; load ${loadavg()[0]?.toFixed(1)}`)
const startedAt = Date.now()
let late = 0
let restart: Promise<void> | null = null
for (let round = 1; Date.now() < startedAt + seconds * 1000; round += 1) {
  const rows = Math.round((rate * commitEveryMs) / 1000)
  await add(Array.from({ length: rows }, (_, index) => kinds(audiences.length + index)))
  if (values.kill && !restart && Date.now() > startedAt + (seconds * 1000) / 2) {
    server.kill('SIGKILL')
    restart = sleep(500).then(async () => {
      server = await launch(childFile, JSON.stringify(spec))
    })
  }
  const wait = startedAt + round * commitEveryMs - Date.now()
  if (wait > 0) await sleep(wait)
  else late += 1
}
const ranSeconds = (Date.now() - startedAt) / 1000
await restart
const expected = claims.map(({ sees }) =>
  audiences.flatMap((audience, n) => (sees(audience) ? [n] : [])),
)
const isComplete = () =>
  sockets.every(({ numbers }, index) => new Set(numbers).size >= (expected[index]?.length ?? 0))
for (let waited = 0; waited < 600 && !isComplete(); waited += 1) await sleep(50)

let [missing, foreign, repeated, disordered] = [0, 0, 0, 0]
for (const [index, { numbers }] of sockets.entries()) {
  const once = [...new Set(numbers)]
  const wantedNumbers = new Set(expected[index])
  missing += [...wantedNumbers].filter((n) => !once.includes(n)).length
  foreign += once.filter((n) => !wantedNumbers.has(n)).length
  repeated += numbers.length - once.length
  disordered += once.filter((n, at) => at > 0 && n < (once[at - 1] ?? 0)).length
}
const sorted = latencies.toSorted((left, right) => left - right)
const quantile = (share: number) => sorted[Math.floor(sorted.length * share)]
console.log({
  changes: audiences.length,
  perSecond: Math.round(audiences.length / ranSeconds),
  roundsBegunLate: late,
  deliveries: received,
  deliveriesPerSecond: Math.round(received / ranSeconds),
  p50: quantile(0.5),
  p99: quantile(0.99),
  missing,
  foreign,
  repeated,
  disordered,
  load: loadavg()[0],
})

/** Returns the CPU time of a process in milliseconds; null if the system does not report it. */
function cpuOf(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return null
  }
}

const plainPort = await freePort(port + 1)
const plain = await launch(
  fileURLToPath(new URL('realtime-plain.ts', import.meta.url)),
  String(plainPort),
)
const plainSockets = await connectAll(plainPort, () => {})
const burst = 100
async function measure(process: ChildProcess, among: BenchSocket[], send: () => unknown) {
  const goals = among.map(({ numbers }) => numbers.length + burst)
  const before = cpuOf(process.pid)
  const begun = performance.now()
  await send()
  while (!among.every(({ numbers }, index) => numbers.length >= (goals[index] ?? 0))) await sleep(2)
  const ms = performance.now() - begun
  const after = cpuOf(process.pid)
  return { ms, cpu: after === null || before === null ? null : after - before }
}
const ours: Awaited<ReturnType<typeof measure>>[] = []
const theirs: typeof ours = []
for (let round = 0; round < 7; round += 1) {
  ours.push(await measure(server, sockets, () => add(Array.from({ length: burst }, () => 'all'))))
  theirs.push(
    await measure(plain, plainSockets, () =>
      plain.send({ first: round * burst, count: burst, body }),
    ),
  )
}
const median = (numbers: (number | null)[]) =>
  numbers.map(Number).toSorted((left, right) => left - right)[numbers.length >> 1] ?? 0
const show = (name: string, results: typeof ours) => {
  const [ms, cpu] = [median(results.map((one) => one.ms)), median(results.map((one) => one.cpu))]
  console.log(
    `${name}: ${Math.round((burst * count * 1000) / ms)} deliveries/s, ${Math.round(ms)} ms, processor ${cpu} ms`,
  )
  return { ms, cpu }
}
const [one, other] = [show('ours', ours), show('plain loop', theirs)]
console.log(
  `ratio: time ${(other.ms / one.ms).toFixed(1)}, processor time ${(other.cpu / one.cpu).toFixed(1)}`,
)

clearInterval(heart)
for (const socket of [...sockets, ...plainSockets]) socket.close()
plain.kill()
server.kill()
await once(server, 'exit')
await sql.end()
await cluster.stop()
rmSync(folder, { recursive: true, force: true })
if (missing + foreign + disordered > 0 || (!values.kill && repeated > 0)) process.exitCode = 1
