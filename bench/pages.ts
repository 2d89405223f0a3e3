import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Keys } from '@hourspace/launch/keys.ts'
import { freePort } from '@hourspace/launch/postgres/port.ts'
import { answersPerSecond } from './data/load.ts'
import { startProduct } from './product.ts'

/**
 * `npm run bench -- pages.ts` measures pages per second of Explore, rendered for every request and
 * from the page cache. Compares Explore with a Next.js page of the same 24 cards from the same data
 * API, a page without a database, and a plain Node server that sends a gzipped file. Measures all
 * of them alternately; only the ratios of the medians are meaningful. Then measures how soon a
 * change appears on the cached page, and the memory of the cache. Run `npm ci --prefix bench/peers`
 * first. Takes about two minutes.
 */
const rounds = 5
const slice = { clients: 8, milliseconds: 1_500 }

const next = fileURLToPath(new URL('peers/node_modules/next/dist/bin/next', import.meta.url))
const stops: (() => unknown)[] = []

async function startNext(apiUrl: string, { anonKey }: Keys) {
  if (!existsSync(next)) throw new Error('Next.js is missing: npm ci --prefix bench/peers')
  const port = await freePort()
  const options = {
    cwd: fileURLToPath(new URL('peers/next', import.meta.url)),
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production' as const,
      NEXT_TELEMETRY_DISABLED: '1',
      API_URL: apiUrl,
      ANON_KEY: anonKey,
    },
  }
  const build = spawnSync(process.execPath, [next, 'build'], { ...options, encoding: 'utf8' })
  if (build.status !== 0) throw new Error(build.stdout + build.stderr)
  const child = spawn(process.execPath, [next, 'start', '-p', String(port)], options)
  const url = `http://localhost:${port}/explore`
  let response: Response | null = null
  while (!response) {
    if (child.exitCode !== null) throw new Error('Next.js did not start')
    await sleep(200)
    response = await fetch(url).catch(() => null)
  }
  if (!response.ok) throw new Error(`Next.js answers with status ${response.status}`)
  return { url, stop: () => child.kill() }
}

/** Serves a gzipped body from memory, which is the most that a cached page could reach. */
async function startStatic(body: Buffer): Promise<string> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': body.length,
  }
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
  server.unref().listen(0)
  await once(server, 'listening')
  return `http://localhost:${(server.address() as { port: number }).port}`
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

const memoryOf = (pid: number) =>
  Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024

try {
  const cached = await startProduct()
  stops.push(cached.stop)
  const cold = await startProduct({
    DATABASE_URL: cached.keys.databaseUrl,
    JWT_SECRET: cached.keys.jwtSecret,
    SERVER_SECRETS: cached.keys.serverSecrets.join(),
    PAGE_CACHE_MB: '0',
  })
  stops.push(cold.stop)
  const nextApp = await startNext(cached.url, cached.keys)
  stops.push(nextApp.stop)
  const page = Buffer.from(await (await fetch(`${cached.url}/explore`)).arrayBuffer())
  const contestants = {
    'Explore, rendered': `${cold.url}/explore`,
    'About, rendered, no database': `${cold.url}/about`,
    'Explore, cached': `${cached.url}/explore`,
    'static gzipped file': await startStatic(gzipSync(page)),
    'Next.js': nextApp.url,
  }
  const measured = new Map<string, number[]>()
  let requests = 0
  for (let round = -1; round < rounds; round += 1)
    for (const [name, url] of Object.entries(contestants)) {
      const { pathname, host } = new URL(url)
      // Uses a new URL for each request of a rendered page, because concurrent requests for the
      // same URL share one render.
      const path = () => (name.includes('rendered') ? `${pathname}?n=${(requests += 1)}` : pathname)
      const request = () =>
        `GET ${path()} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\n\r\n`
      const rate = await answersPerSecond(url, request, slice)
      // Round -1 is the warm-up and is not measured.
      if (round >= 0) measured.set(name, [...(measured.get(name) ?? []), rate])
    }
  const medians = new Map([...measured].map(([name, rates]) => [name, median(rates)]))
  const ofNext = (rate: number) => (rate / medians.get('Next.js')!).toFixed(2)
  console.table(
    [...medians].map(([name, rate]) => ({
      name,
      'pages per second': Math.round(rate),
      'times Next.js': ofNext(rate),
      'of static file': (rate / medians.get('static gzipped file')!).toFixed(3),
    })),
  )

  const apiHeaders = {
    apikey: cached.keys.serviceRoleKey,
    authorization: `Bearer ${cached.keys.serviceRoleKey}`,
    'content-type': 'application/json',
  }
  const newest = `${cached.url}/rest/v1/spaces?select=id,title&order=newest_key.desc&limit=1`
  const [space] = (await (await fetch(newest, { headers: apiHeaders })).json()) as { id: string }[]
  const delays: number[] = []
  for (let change = 1; change <= 10; change += 1) {
    const title = `Renamed ${change} times`
    await fetch(`${cached.url}/rest/v1/spaces?id=eq.${space!.id}`, {
      method: 'PATCH',
      headers: apiHeaders,
      body: JSON.stringify({ title }),
    })
    const committed = performance.now()
    const shows = async (url: string) => (await (await fetch(url)).text()).includes(title)
    while (!(await shows(`${cached.url}/explore?sort=newest`))) await sleep(5)
    delays.push(performance.now() - committed)
  }
  console.log(
    `A change appears on the cached page after ${median(delays).toFixed(0)} ms (slowest of ${delays.length}: ${Math.max(...delays).toFixed(0)} ms).`,
  )

  const memory = [memoryOf(cached.pid)]
  for (let at = 0; at < 6_000; at += 8) {
    const urls = Array.from({ length: 8 }, (_, index) => `${cached.url}/explore?n=${at + index}`)
    await Promise.all(urls.map(async (url) => (await fetch(url)).arrayBuffer()))
    if ((at + 8) % 2_000 === 0) memory.push(memoryOf(cached.pid))
  }
  console.log(
    `Memory in MB at rest and after each 2,000 different pages: ${memory.map(Math.round).join(', ')}. The cache keeps at most 64 MB.`,
  )
} finally {
  for (const stop of stops.toReversed()) await stop()
}
process.exit()
