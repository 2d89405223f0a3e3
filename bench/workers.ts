import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * `npm run bench -- workers.ts [maximum workers]` compares the product in one process with the
 * product in several workers (by default 2): time from a second start to the first page, memory at
 * rest, and responses per second. Measures both alternately in short slices. Load generator and
 * PostgreSQL share the machine, so the ratio shows the gain on this machine. Takes about one
 * minute.
 */
const maximum = process.argv[2] ?? '2'
const port = Number(process.env['PORT'] ?? 4440)
const rounds = 5
const sliceMs = 1_000
const clients = 32

const startFile = fileURLToPath(new URL('../launch/start.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'hourspace-bench-'))
const agent = new Agent({ keepAlive: true, maxSockets: clients })

type Installation = { workers: string; url: string; process: ChildProcess; dataDir: string }

async function start(workers: string): Promise<{ installation: Installation; seconds: number }> {
  const url = `http://localhost:${port + Number(workers)}`
  const dataDir = join(folder, workers)
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', startFile], {
    env: {
      ...process.env,
      PORT: new URL(url).port,
      WORKERS: workers,
      HOURSPACE_DATA_DIR: dataDir,
    },
    stdio: 'ignore',
  })
  while ((await status(`${url}/`).catch(() => 0)) !== 200) await sleep(20)
  const seconds = (performance.now() - startedAt) / 1000
  return { installation: { workers, url, process: child, dataDir }, seconds }
}

async function stop({ process: child }: Installation): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function status(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    }).once('error', reject)
  })
}

/** Returns the resident memory of primary and workers in megabytes, including shared memory. */
function memory({ process: child }: Installation): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([pid, parent, , file]) => {
      const isWorker = Number(parent) === child.pid && /node(\.exe)?$/.test(file ?? '')
      return Number(pid) === child.pid || isWorker
    })
    .map(([, , kilobytes]) => Math.round(Number(kilobytes) / 1024))
}

async function slice(url: string, headers: Record<string, string>): Promise<number> {
  const from = performance.now()
  let answers = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - from < sliceMs) {
        if ((await status(url, headers)) !== 200) throw new Error(`${url} fails`)
        answers += 1
      }
    }),
  )
  return answers / ((performance.now() - from) / 1000)
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

const installations: Installation[] = []
try {
  for (const workers of ['1', maximum]) {
    await stop((await start(workers)).installation)
    const { installation, seconds } = await start(workers)
    installations.push(installation)
    await sleep(5_000)
    console.log(`${workers} workers: first page after ${seconds.toFixed(1)} s`)
    console.log(`  at rest: ${memory(installation).join(' + ')} MB`)
  }
  for (const [what, path] of [
    ['a small read', '/rest/v1/spaces?select=id,title&limit=1'],
    ['the home page', '/'],
  ] as const) {
    const results = installations.map(() => [] as number[])
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, { url, dataDir }] of installations.entries()) {
        const keys = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as Record<
          string,
          string
        >
        const rate = await slice(url + path, { apikey: keys['anonKey'] ?? '' })
        // Does not count the warm-up in round 0.
        if (round > 0) results[at]?.push(rate)
      }
    }
    const [one = 0, several = 0] = results.map(median)
    const ratio = (several / one).toFixed(2)
    console.log(`${what}: ${one.toFixed(0)} and ${several.toFixed(0)} a second, ${ratio} times`)
  }
} finally {
  for (const installation of installations) await stop(installation)
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}
