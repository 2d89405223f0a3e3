import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { generateKeys, type Keys } from '#launch/keys.ts'
import { createTestDatabase } from './database.ts'
import type { ProductServerOptions } from './product-server.ts'
import { childEnvironment, runFolder, testPort } from './run.ts'
import { stripeControls, type StripeControls } from './stripe-controls.ts'

export type TestServerOptions = {
  /** With `demo`, the server starts with a copy of the demo data, seeded once per test run. */
  seed?: 'none' | 'demo'
  backend?: Partial<BackendConfigInput>
  /** `false` disables scheduled jobs; tests can still call `runJobs`. */
  jobs?: boolean
  /** `false` disables Realtime, which otherwise decodes each change of the database. */
  realtime?: boolean
  /** Also starts the fake identity provider, whose RSA keys take long to generate. */
  identity?: boolean
}

/** The product without its web app. Each server has its own port, database and files. */
export type TestServer = {
  url: string
  anonKey: string
  serviceRoleKey: string
  jwtSecret: string
  keys: Keys
  databaseUrl: string
  sql: Sql
  stripe: StripeControls
  stop(): Promise<void>
}

export type InProcessServer = {
  fetch(request: Request): Promise<Response>
  runJobs(): Promise<void>
} & TestServer

export type SpawnedServer = {
  kill(): Promise<void>
  start(): Promise<void>
} & TestServer

const childFile = fileURLToPath(new URL('product-server.ts', import.meta.url))

/** Starts the product in this process, in about 0.3 s. */
export async function startTestServer(options: TestServerOptions = {}): Promise<InProcessServer> {
  const { serverOptions, details, remove } = await prepare(options)
  // Imports `product-server.ts` lazily, because it loads the whole backend.
  const { startProductServer } = await import('./product-server.ts')
  const server = await startProductServer(serverOptions)
  return {
    ...details,
    fetch: server.fetch,
    runJobs: server.runJobs,
    stripe: stripeControls(details.url, details.keys.stripeSecretKey, server.runJobs),
    stop: async () => {
      await server.close()
      await remove()
    },
  }
}

/** Starts the product in a child process that a test can kill. */
export async function spawnTestServer(options: TestServerOptions = {}): Promise<SpawnedServer> {
  const { serverOptions, details, remove } = await prepare(options)
  let child = await spawnServer(serverOptions)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    ...details,
    stripe: stripeControls(details.url, details.keys.stripeSecretKey),
    kill: () => end('SIGKILL'),
    start: async () => {
      child = await spawnServer(serverOptions)
    },
    stop: async () => {
      await end('SIGTERM')
      await remove()
    },
  }
}

async function prepare({ seed = 'none', ...started }: TestServerOptions) {
  const dataDir = mkdtempSync(join(runFolder(), 'server-'))
  if (seed === 'demo') {
    const { demoFiles, ensureDemoTemplate } = await import('./product-server.ts')
    await ensureDemoTemplate()
    if (existsSync(demoFiles())) cpSync(demoFiles(), dataDir, { recursive: true })
  }
  const { url: databaseUrl, sql, drop } = await createTestDatabase(seed)
  const port = await testPort()
  const url = `http://localhost:${port}`
  const keys = { ...(await generateKeys()), url, databaseUrl }
  const { anonKey, serviceRoleKey, jwtSecret } = keys
  const serverOptions: ProductServerOptions = { port, databaseUrl, dataDir, keys, ...started }
  return {
    serverOptions,
    details: { url, anonKey, serviceRoleKey, jwtSecret, keys, databaseUrl, sql },
    remove: async () => {
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function spawnServer(options: ProductServerOptions) {
  const child = fork(childFile, [JSON.stringify(options)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: childEnvironment(),
  })
  const exitedEarly = once(child, 'exit').then(([code]) => {
    throw new Error(`The server exited with code ${code} before it was ready.`)
  })
  // This rejection is expected when the test ends the process after the start.
  exitedEarly.catch(() => {})
  await Promise.race([once(child, 'message'), exitedEarly])
  return child
}
