import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { Tokens } from '#backend/platform/jwt.ts'
import { createBackend } from '#backend/main.ts'
import { serve } from '#launch/http/server.ts'
import { migrate } from '#launch/migrate.ts'
import { freePort } from '#launch/postgres/port.ts'
import { startPostgres } from '#launch/postgres/supervisor.ts'
import { createS3Sandbox } from '#sandbox/s3/server.ts'

/**
 * `node bench/storage.ts [s3]`: a gigabyte up (in one request, and in pieces of 6 MB) and down again, two
 * hundred uploads of a megabyte at once, and an upload in the middle of which the server is killed. Of
 * each: how fast beside a bare server of Node that writes to, or reads from, a file of the same disk, and
 * how far the server's resident memory grows. With `s3` the bytes go to the stand-in for S3, in a process
 * of its own. It starts a PostgreSQL of its own and throws it away. Two minutes, and 5 GB of the disk.
 */
const gigabyte = 1024 ** 3
const megabyte = 1024 ** 2
const allowedGrowth = 80 * megabyte
const secret = 'a secret for the bench, thirty-two characters or more'
const serviceKey = new Tokens(secret).sign({ role: 'service_role' })

const block = Buffer.alloc(256 * 1024, 'no picture, just bytes. ')

const [, , part, argument] = process.argv
if (part === 'server') await runServer(JSON.parse(argument ?? '') as ServerSpec)
else if (part === 'bare') await runBare(argument ?? '')
else if (part === 'stand-in') await runStandIn(argument ?? '')
else await measure(part === 's3')

type S3 = Awaited<ReturnType<typeof createS3Sandbox>>
type ServerSpec = { databaseUrl: string; storageDir: string; port: number; s3: S3 | null }

async function runServer({ databaseUrl, storageDir, port, s3 }: ServerSpec): Promise<void> {
  const backend = await createBackend({
    databaseUrl,
    siteUrl: `http://127.0.0.1:${port}`,
    jwtSecret: secret,
    anonKey: new Tokens(secret).sign({ role: 'anon' }),
    serviceRoleKey: serviceKey,
    storageDir,
    storage: { fileSizeLimit: 2 * gigabyte, s3: s3 && { ...s3, forcePathStyle: true } },
    logLevel: 'error',
  })
  await serve({ port, host: '127.0.0.1', fetch: backend.fetch, upgrade: () => {} })
  setInterval(() => process.send?.(process.memoryUsage.rss()), 50)
  process.once('disconnect', () => process.exit(0))
}

/** What Node itself can do: a body into a file, a file as a body. */
async function runBare(dir: string): Promise<void> {
  const server = createServer(async (asked, response) => {
    const path = join(dir, `bare-${asked.url?.replace(/\W/g, '')}`)
    if (asked.method === 'GET') return void createReadStream(path).pipe(response)
    await pipeline(asked, createWriteStream(path, { flush: true }))
    response.end()
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit(0))
}

async function runStandIn(dir: string): Promise<void> {
  process.send?.(await createS3Sandbox({ dir }))
  process.once('disconnect', () => process.exit(0))
}

function start(part: string, argument: string): ChildProcess {
  return fork(fileURLToPath(import.meta.url), [part, argument], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
}

async function measure(withS3: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hourspace-bench-'))
  const cluster = await startPostgres({
    dataDir: join(folder, 'postgres'),
    password: 'bench',
    logFile: join(folder, 'postgres.log'),
  })
  await migrate({ databaseUrl: cluster.url, supabaseDir: null })
  const standIn = withS3 ? start('stand-in', join(folder, 's3')) : null
  const s3 = standIn && ((await once(standIn, 'message'))[0] as S3)
  const bare = start('bare', folder)
  const [barePort] = (await once(bare, 'message')) as [number]
  const port = await freePort(4260)
  const storageDir = join(folder, 'storage')
  mkdirSync(storageDir)
  const spec = JSON.stringify({ databaseUrl: cluster.url, storageDir, port, s3 })
  let resident = 0
  let server = start('server', spec)
  const follow = () => server.on('message', (rss: number) => (resident = rss))
  follow()
  await once(server, 'message')
  try {
    await send(port, 'POST', '/storage/v1/bucket', JSON.stringify({ name: 'bench' }))
    // So that growth is not what any first request costs.
    for (let round = 0; round < 20; round += 1) {
      await upload(port, `warm-${round}`, 2 * megabyte)
      await download(port, `/storage/v1/object/bench/warm-${round}`)
    }
    const report = async (what: string, ours: () => Promise<void>, theirs: () => Promise<void>) => {
      const before = resident
      let most = before
      const watch = setInterval(() => (most = Math.max(most, resident)), 20)
      const ourTime = await timed(ours)
      clearInterval(watch)
      const bareTime = await timed(theirs)
      const grown = most - before
      const verdict = grown < allowedGrowth ? '' : '  MORE THAN ALLOWED'
      console.log(
        `${what.padEnd(34)} ${ourTime.toFixed(1)} s, bare ${bareTime.toFixed(1)} s, ratio ` +
          `${(ourTime / bareTime).toFixed(2)}; memory +${(grown / megabyte).toFixed(0)} MB${verdict}`,
      )
      if (verdict) process.exitCode = 1
    }
    await report(
      '1 GB up in one request',
      () => upload(port, 'one', gigabyte),
      () => send(barePort, 'POST', '/one', chunks(gigabyte)).then(() => {}),
    )
    await report(
      '1 GB down',
      () => download(port, '/storage/v1/object/bench/one'),
      () => download(barePort, '/one'),
    )
    await report(
      '1 GB up in pieces of 6 MB',
      () => uploadInPieces(port, 'pieces', gigabyte),
      () => send(barePort, 'POST', '/pieces', chunks(gigabyte)).then(() => {}),
    )
    await report(
      '200 uploads of 1 MB at once',
      () => together(200, (at) => upload(port, `many-${at}`, megabyte)),
      () => together(200, (at) => send(barePort, 'POST', `/many${at}`, chunks(megabyte))),
    )

    const half = request(options(port, 'POST', '/storage/v1/object/bench/half'))
    half.on('error', () => {})
    half.write(Buffer.alloc(20 * megabyte))
    await new Promise((resolve) => setTimeout(resolve, 500))
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
    server = start('server', spec)
    follow()
    await once(server, 'message')
    const body = JSON.stringify({ prefix: '', search: 'half' })
    const left = await send(port, 'POST', '/storage/v1/object/list/bench', body)
    console.log(`killed in the middle of an upload: ${left === '[]' ? 'nothing is there' : left}`)
    if (left !== '[]') process.exitCode = 1
  } finally {
    for (const child of [server, bare, standIn]) child?.disconnect()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Seconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1000
}

async function together(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, at) => work(at)))
}

function* blocks(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= block.length) {
    yield left < block.length ? block.subarray(0, left) : block
  }
}

function chunks(size: number): Readable {
  return Readable.from(blocks(size), { objectMode: false, highWaterMark: block.length })
}

function upload(port: number, name: string, size: number): Promise<void> {
  const type = { 'Content-Type': 'application/x-bench' }
  return send(port, 'POST', `/storage/v1/object/bench/${name}`, chunks(size), type).then(() => {})
}

async function uploadInPieces(port: number, name: string, size: number): Promise<void> {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const tus = { 'Tus-Resumable': '1.0.0' }
  let location = ''
  await send(
    port,
    'POST',
    '/storage/v1/upload/resumable',
    '',
    {
      ...tus,
      'Upload-Length': String(size),
      'Upload-Metadata': `bucketName ${encoded('bench')},objectName ${encoded(name)}`,
    },
    (headers) => (location = String(headers['location'])),
  )
  for (let offset = 0; offset < size; offset += 6 * megabyte) {
    const piece = Math.min(6 * megabyte, size - offset)
    await send(port, 'PATCH', location, chunks(piece), {
      ...tus,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(piece),
      'Upload-Offset': String(offset),
    })
  }
}

async function download(port: number, path: string): Promise<void> {
  const asked = request(options(port, 'GET', path)).end()
  const [answer] = (await once(asked, 'response')) as [Readable]
  answer.resume()
  await once(answer, 'end')
}

function options(port: number, method: string, path: string, headers = {}): RequestOptions {
  return {
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { Authorization: `Bearer ${serviceKey}`, ...headers },
  }
}

/** Sends a body and answers with that of the answer. Throws when it is refused. */
async function send(
  port: number,
  method: string,
  path: string,
  body: string | Readable,
  headers: Record<string, string> = {},
  read: (headers: NodeJS.Dict<string | string[]>) => void = () => {},
): Promise<string> {
  const asked = request(options(port, method, path, headers))
  const answered = once(asked, 'response')
  await Promise.all([
    answered,
    pipeline(typeof body === 'string' ? Readable.from([body]) : body, asked),
  ])
  const [answer] = (await answered) as [
    Readable & { statusCode: number; headers: NodeJS.Dict<string | string[]> },
  ]
  const text = Buffer.concat(await answer.toArray()).toString()
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
  read(answer.headers)
  return text
}
