import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, readdirSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '@hourspace/launch/postgres/port.ts'
import { attacks, type Order } from './attacks/attacker.ts'
import { residentMegabytes } from './memory.ts'

/**
 * `npm run bench -- attacks.ts [--seconds 10] [--only <attack>] [--variant <name>] [--root
 * <checkout>]` runs denial-of-service attacks by an anonymous attacker against the product on
 * loopback. Measures the response time of the home page and the growth of memory. Repeats the
 * attacks without the page cache, and then without both the page cache and the limits of the data
 * API. `--root` attacks another checkout, which must be built. Requires Linux. With the limits of
 * the data API, fails if the home page takes over 1 s or the server process grows by over 300 MB.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    variant: { type: 'string' },
    root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  },
})
const milliseconds = Number(values.seconds) * 1_000
const maxHomeMs = 1_000
const maxMegabytes = 300

const withoutCache = { PAGE_CACHE_MB: '0' }
const withoutBudgets = {
  DATA_API_VISITOR_RESPONSE_BYTES: '0',
  DATA_API_VISITOR_STATEMENT_TIMEOUT_MS: '8000',
  DATA_API_VISITOR_CONCURRENT_STATEMENTS: '0',
  DATA_API_BACK_REFERENCES: 'true',
}
const variants: Record<string, Record<string, string>> = {
  'no budgets, no page cache': { ...withoutCache, ...withoutBudgets },
  'no page cache': withoutCache,
  default: {},
}

const dataDir = mkdtempSync(join(tmpdir(), 'hourspace-bench-'))

type Product = { origin: string; pid: number; stop(): Promise<unknown> }

async function startProduct(settings: Record<string, string>): Promise<Product> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(resolve(values.root), 'launch/start.ts')],
    {
      env: { ...process.env, ...settings, PORT: String(port), HOURSPACE_DATA_DIR: dataDir },
      stdio: 'ignore',
    },
  )
  const ended = once(child, 'exit')
  const origin = `http://localhost:${port}`
  while (!(await fetch(origin).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('The product did not start')
    await sleep(500)
  }
  const stop = () => {
    child.kill()
    return ended
  }
  return { origin, pid: child.pid ?? 0, stop }
}

type Row = Record<string, string | number>

async function measure({ origin, pid }: Product, attack: Order['attack']): Promise<Row> {
  const keys = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as {
    anonKey: string
    serviceRoleKey: string
  }
  const { anonKey, serviceRoleKey } = keys
  const order: Order = { attack, origin, anonKey, serviceRoleKey, milliseconds }
  const rest = { node: residentMegabytes(pid), postgres: postgresMegabytes(dataDir) }
  const peak = { ...rest }
  const sampler = setInterval(() => {
    peak.node = Math.max(peak.node, residentMegabytes(pid))
    peak.postgres = Math.max(peak.postgres, postgresMegabytes(dataDir))
  }, 200)

  const attacker = fork(
    fileURLToPath(new URL('attacks/attacker.ts', import.meta.url)),
    [JSON.stringify(order)],
    { execArgv: ['--disable-warning=ExperimentalWarning'] },
  )
  const result = once(attacker, 'message')
  const times: number[] = []
  const endsAt = Date.now() + milliseconds
  while (Date.now() < endsAt) {
    times.push(await homeMs(origin))
    await sleep(100)
  }
  const [outcomes] = (await result) as [Record<string, number>]
  clearInterval(sampler)
  const sorted = times.toSorted((a, b) => a - b)
  return {
    'home median ms': Math.round(sorted[sorted.length >> 1] ?? 0),
    'home max ms': Math.round(sorted.at(-1) ?? 0),
    'node + MB': Math.round(peak.node - rest.node),
    'postgres + MB': Math.round(peak.postgres - rest.postgres),
    outcomes: Object.entries(outcomes)
      .map(([name, times]) => `${name}: ${times}`)
      .join(', '),
    load: loadavg()[0]?.toFixed(1) ?? '',
  }
}

/** Returns the response time of the home page in milliseconds, with a timeout of one minute. */
async function homeMs(origin: string): Promise<number> {
  const startedAt = performance.now()
  try {
    const response = await fetch(origin, { signal: AbortSignal.timeout(60_000) })
    await response.text()
  } catch {
    return 60_000
  }
  return performance.now() - startedAt
}

const names = (Object.keys(attacks) as Order['attack'][]).filter((name) =>
  name.includes(values.only),
)
const failures: string[] = []
try {
  for (const [variant, settings] of Object.entries(variants)) {
    if ((values.variant ?? variant) !== variant) continue
    const rows: Record<string, Row> = {}
    for (const name of names) {
      // Starts a new process for each attack, because a process keeps the memory that an attack has
      // allocated.
      const product = await startProduct(settings)
      try {
        for (let visit = 0; visit < 20; visit++) await homeMs(product.origin)
        const row = await measure(product, name)
        rows[name] = row
        const isLate = Number(row['home max ms']) > maxHomeMs
        const isLarge = Number(row['node + MB']) > maxMegabytes
        if (variant !== 'no budgets, no page cache' && (isLate || isLarge))
          failures.push(`${variant}: ${name}`)
      } finally {
        await product.stop()
      }
    }
    console.log(`\n${variant}`)
    console.table(rows)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
if (failures.length > 0) {
  console.log(`Over ${maxHomeMs} ms or ${maxMegabytes} MB:\n${failures.join('\n')}`)
  process.exitCode = 1
}

/** Returns the memory of all PostgreSQL processes in megabytes. Counts shared memory once. */
function postgresMegabytes(dataDir: string): number {
  const [postmaster] = read(join(dataDir, 'postgres/postmaster.pid')).split('\n')
  const sizes = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && (pid === postmaster || parentOf(pid) === postmaster))
    .map((pid) => kilobytes(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m))
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

function parentOf(pid: string): string | undefined {
  return /^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]
}

function kilobytes(file: string, pattern: RegExp): number {
  return Number(pattern.exec(read(file))?.[1] ?? 0)
}

/** Returns an empty string if the process has ended, because its file in /proc is then missing. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
