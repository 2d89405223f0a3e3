import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { generateKeys, type Keys } from './keys.ts'
import { createTestDatabase, runFolder } from './testing-database.ts'
import { testPort } from './testing-port.ts'
import { spawnEnvironment } from './testing-spawn.ts'
import { stripeControls, type StripeControls } from './testing-stripe.ts'
import type { WorldSpec } from './testing-world.ts'

export { createTestDatabase, type TestDatabase } from './testing-database.ts'

/** How a test's server is to be. */
export type TestWorldOptions = {
  /** `demo` copies a database and files that were seeded once in this run. */
  seed?: 'none' | 'demo'
  /** Settings of the backend that differ from the product's. */
  backend?: Partial<BackendConfigInput>
  /** `false` for a test that one which comes by would disturb: they run when it says so. */
  jobs?: boolean
}

/** The product without its web app, on a port and a database of its own. */
export type TestWorld = {
  /** Base of every path, without a trailing slash. */
  url: string
  anonKey: string
  serviceRoleKey: string
  jwtSecret: string
  /** All keys, Stripe's stand-in's included. */
  keys: Keys
  databaseUrl: string
  /** The database as its superuser. */
  sql: Sql
  stripe: StripeControls
  /** Ends everything and removes database and files. */
  stop(): Promise<void>
}

/** A world in this process. */
export type InProcessWorld = {
  /** Answers without a socket. */
  fetch(request: Request): Promise<Response>
  /** Runs every background job that is due. */
  runJobs(): Promise<void>
} & TestWorld

/** A world in a process of its own. */
export type SpawnedWorld = {
  /** `kill -9` of the server; database and files stay. */
  kill(): Promise<void>
  /** Starts it again, on the same port, after `kill`. */
  start(): Promise<void>
} & TestWorld

const childFile = fileURLToPath(new URL('testing-child.ts', import.meta.url))

/** Starts the product's server in this process; about 0.3 s. */
export async function startWorld(options: TestWorldOptions = {}): Promise<InProcessWorld> {
  const { spec, world, remove } = await prepare(options)
  // Loaded here, so that a test which only wants a database does not load the whole server.
  const { serveWorld } = await import('./testing-world.ts')
  const server = await serveWorld(spec)
  return {
    ...world,
    fetch: server.fetch,
    runJobs: server.runJobs,
    stripe: stripeControls(world.url, world.keys.stripeSecretKey, server.runJobs),
    stop: async () => {
      await server.close()
      await remove()
    },
  }
}

/** Starts the product's server as a child process, for tests that kill it. */
export async function spawnWorld(options: TestWorldOptions = {}): Promise<SpawnedWorld> {
  const { spec, world, remove } = await prepare(options)
  let child = await launch(spec)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    ...world,
    stripe: stripeControls(world.url, world.keys.stripeSecretKey),
    kill: () => end('SIGKILL'),
    start: async () => {
      child = await launch(spec)
    },
    stop: async () => {
      await end('SIGTERM')
      await remove()
    },
  }
}

async function prepare({ seed = 'none', backend, jobs }: TestWorldOptions) {
  const dataDir = mkdtempSync(join(runFolder(), 'world-'))
  if (seed === 'demo') {
    const { demoFiles, ensureDemoTemplate } = await import('./testing-demo.ts')
    await ensureDemoTemplate()
    if (existsSync(demoFiles())) cpSync(demoFiles(), dataDir, { recursive: true })
  }
  const database = await createTestDatabase(seed)
  const port = await testPort()
  const url = `http://localhost:${port}`
  const keys = { ...(await generateKeys()), url, databaseUrl: database.url }
  const spec: WorldSpec = { port, databaseUrl: database.url, dataDir, keys, backend, jobs }
  const { anonKey, serviceRoleKey, jwtSecret } = keys
  return {
    spec,
    world: {
      url,
      anonKey,
      serviceRoleKey,
      jwtSecret,
      keys,
      databaseUrl: database.url,
      sql: database.sql,
    },
    remove: async () => {
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(spec: WorldSpec) {
  const child = fork(childFile, [JSON.stringify(spec)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: spawnEnvironment(),
  })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with code ${code} before it was ready.`)
  })
  // Later deaths are the test's own doing.
  exited.catch(() => {})
  await Promise.race([once(child, 'message'), exited])
  return child
}
