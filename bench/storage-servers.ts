import { fork, type ChildProcess } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { Tokens } from '@hourspace/backend/platform/jwt.ts'
import { createBackend } from '@hourspace/backend/main.ts'
import { startServer } from '@hourspace/launch/http/server.ts'
import { createS3Sandbox } from '@hourspace/sandbox/s3/server.ts'

const secret = 'a secret for the bench, thirty-two characters or more'
export const serviceKey = new Tokens(secret).sign({ role: 'service_role' })

/** If executed directly, this file runs one of the servers that storage.ts measures. */
const [, file, part, argument] = process.argv
if (file === fileURLToPath(import.meta.url)) {
  if (part === 'server') await runServer(JSON.parse(argument ?? '') as ServerSpec)
  if (part === 'bare') await runBare(argument ?? '')
  if (part === 'fake-s3') await runFakeS3(argument ?? '')
}

export type S3 = Awaited<ReturnType<typeof createS3Sandbox>>
type ServerSpec = { databaseUrl: string; storageDir: string; port: number; s3: S3 | null }

async function runServer({ databaseUrl, storageDir, port, s3 }: ServerSpec): Promise<void> {
  const backend = await createBackend({
    databaseUrl,
    siteUrl: `http://127.0.0.1:${port}`,
    jwtSecret: secret,
    anonKey: new Tokens(secret).sign({ role: 'anon' }),
    serviceRoleKey: serviceKey,
    storageDir,
    storage: { fileSizeLimit: 2 * 1024 ** 3, s3: s3 && { ...s3, forcePathStyle: true } },
    logLevel: 'error',
  })
  await startServer({ port, host: '127.0.0.1', fetch: backend.fetch, upgrade: () => {} })
  setInterval(() => process.send?.(process.memoryUsage.rss()), 50)
  process.once('disconnect', () => process.exit(0))
}

/** Baseline in plain Node: writes request bodies to a file and serves a file. */
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

async function runFakeS3(dir: string): Promise<void> {
  process.send?.(await createS3Sandbox({ dir }))
  process.once('disconnect', () => process.exit(0))
}

export function start(part: 'server' | 'bare' | 'fake-s3', argument: string): ChildProcess {
  return fork(fileURLToPath(import.meta.url), [part, argument], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
}
