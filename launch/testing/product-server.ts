import { mkdirSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { fakeStripeKeys } from '#launch/environment/stripe.ts'
import { startFakeServices } from '#launch/fake-services.ts'
import { startServer } from '#launch/http/server.ts'
import { generateKeys, type Keys } from '#launch/keys.ts'
import { noMonitoring } from '#launch/monitoring.ts'
import { createRouter, createUpgradeHandler } from '#launch/router.ts'
import { seedOnce } from '#launch/seed.ts'
import { openServices } from '#launch/services.ts'
import { administer, templates, testDatabaseUrl } from './database.ts'
import { runFolder } from './run.ts'

export type ProductServerOptions = {
  port: number
  databaseUrl: string
  dataDir: string
  keys: Keys
  backend?: Partial<BackendConfigInput>
  jobs?: boolean
  realtime?: boolean
  identity?: boolean
}

const supabaseDir = fileURLToPath(new URL('../../supabase', import.meta.url))

/** Password settings with fast hashing and no strength check, for tests with many sign-ins. */
const cheapPasswords = { passwordHash: { memory: 8, passes: 1 }, passwordMinScore: 0 }

/** Starts the product without its web app: the backend and the fake services on one port. */
export async function startProductServer(options: ProductServerOptions) {
  mkdirSync(options.dataDir, { recursive: true })
  const { port, databaseUrl, dataDir, keys, backend } = options
  const { jobs = true, realtime = true, identity = false } = options
  const { jwtSecret, anonKey, serviceRoleKey } = keys
  const siteUrl = `http://localhost:${port}`
  const stripe = fakeStripeKeys(keys)
  const samlKey = backend?.auth?.saml?.privateKey ?? null
  const fakes = await startFakeServices({
    siteUrl,
    dataDir,
    serviceRoleKey,
    samlKey,
    stripe,
    mail: true,
    identity,
  })
  const product = {
    siteUrl,
    databaseUrl,
    dataDir,
    supabaseDir,
    stripe,
    backend: { ...backend, auth: { ...cheapPasswords, ...backend?.auth } },
    allowLoopbackFeeds: true,
  }
  const services = await openServices({ ...product, jwtSecret, anonKey, serviceRoleKey }, fakes)
  const fetch = createRouter(services, noMonitoring)
  const upgrade = createUpgradeHandler(services.backend, noMonitoring)
  const { close } = await startServer({ port, fetch, upgrade })
  await services.start({ jobs, realtime })
  return {
    fetch,
    runJobs: services.backend.runJobs,
    close: async () => {
      await close()
      await services.close()
    },
  }
}

export function demoFiles(): string {
  return join(runFolder(), 'demo')
}

export async function ensureDemoTemplate(): Promise<void> {
  const advisoryLock = 7_040_022
  await administer(async (admin) => {
    await admin`select pg_advisory_lock(${advisoryLock})`
    const existing = await admin`select 1 from pg_database where datname = ${templates.demo}`
    if (existing.length > 0) return
    const draft = `${templates.demo}_draft`
    // Removes the files of a failed attempt, which do not belong to the new database.
    rmSync(demoFiles(), { recursive: true, force: true })
    await admin.unsafe(`drop database if exists ${draft} with (force)`)
    await admin.unsafe(`create database ${draft} template ${templates.none}`)
    await seedDatabase(testDatabaseUrl(draft))
    await admin.unsafe(`alter database ${draft} rename to ${templates.demo}`)
  })
}

async function seedDatabase(databaseUrl: string): Promise<void> {
  const keys = await generateKeys()
  const { jwtSecret, anonKey, serviceRoleKey } = keys
  const dataDir = demoFiles()
  const siteUrl = 'http://localhost'
  const stripe = fakeStripeKeys(keys)
  const fakes = await startFakeServices({ siteUrl, dataDir, serviceRoleKey, stripe })
  const product = { siteUrl, databaseUrl, dataDir, supabaseDir, stripe }
  const services = await openServices({ ...product, jwtSecret, anonKey, serviceRoleKey }, fakes)
  try {
    await seedOnce({
      databaseUrl,
      serviceRoleKey,
      supabaseDir,
      backend: services.backend,
      stripeFake: { secretKey: keys.stripeSecretKey, fetch: fakes.fetch },
    })
  } finally {
    await services.close()
  }
}

if (import.meta.main) {
  const server = await startProductServer(JSON.parse(process.argv[2] ?? '') as ProductServerOptions)
  process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
  process.once('disconnect', () => process.exit(1))
  process.send?.('ready')
  // Writes the compile cache now, because Node writes it at exit, which SIGKILL skips.
  flushCompileCache()
}
