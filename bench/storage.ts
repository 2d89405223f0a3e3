import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@hourspace/launch/migrate.ts'
import { freePort } from '@hourspace/launch/postgres/port.ts'
import { startPostgres } from '@hourspace/launch/postgres/supervisor.ts'
import {
  chunks,
  download,
  megabyte,
  options,
  send,
  upload,
  uploadInPieces,
} from './storage-requests.ts'
import { start, type S3 } from './storage-servers.ts'

/**
 * `npm run bench -- storage.ts [s3]` uploads 1 GB (in one request and in chunks of 6 MB), downloads
 * it, runs two hundred concurrent uploads of 1 MB, and kills the server during an upload. Prints
 * durations relative to a plain Node file server on the same disk, and the growth of resident
 * memory. `s3` stores objects in a fake S3 in its own process. Takes two minutes and 5 GB of disk
 * with its own PostgreSQL.
 */
const gigabyte = 1024 ** 3
const allowedGrowth = 80 * megabyte

await measure(process.argv[2] === 's3')

async function measure(withS3: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hourspace-bench-'))
  const cluster = await startPostgres({
    dataDir: join(folder, 'postgres'),
    password: 'bench',
    logFile: join(folder, 'postgres.log'),
  })
  await migrate({ databaseUrl: cluster.url, supabaseDir: null })
  const fakeS3 = withS3 ? start('fake-s3', join(folder, 's3')) : null
  const s3 = fakeS3 && ((await once(fakeS3, 'message'))[0] as S3)
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
    // Sends warm-up requests, so that the measured memory growth does not include the first
    // requests.
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
    for (const child of [server, bare, fakeS3]) child?.disconnect()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the duration of `work` in seconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1000
}

async function together(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, at) => work(at)))
}
