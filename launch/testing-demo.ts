import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { generateKeys } from './keys.ts'
import { seedOnce } from './seed.ts'
import { openStandIns } from './stand-ins.ts'
import { standInStripe } from './stripe.ts'
import { administer, runFolder, templates, testDatabaseUrl } from './testing-database.ts'
import { supabaseDir } from './testing-world.ts'
import { openWorld } from './world.ts'

const demoLock = 7_040_022

/** Files that belong to the demo template: what the seed uploaded, and Stripe's stand-in with its past. */
export function demoFiles(): string {
  return join(runFolder(), 'demo')
}

/** Seeds the demo template, once in a test run whoever asks first. */
export async function ensureDemoTemplate(): Promise<void> {
  await administer(async (admin) => {
    await admin`select pg_advisory_lock(${demoLock})`
    const there = await admin`select 1 from pg_database where datname = ${templates.demo}`
    if (there.length > 0) return
    const draft = `${templates.demo}_draft`
    // Of a try that failed: its files would not go with a new database.
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
  const stripe = standInStripe(keys)
  const standIns = await openStandIns({ siteUrl, dataDir, serviceRoleKey, stripe })
  const product = { siteUrl, databaseUrl, dataDir, supabaseDir, stripe }
  const world = await openWorld({ ...product, jwtSecret, anonKey, serviceRoleKey }, standIns)
  try {
    await seedOnce({
      databaseUrl,
      serviceRoleKey,
      supabaseDir,
      standInKey: keys.stripeSecretKey,
      fetch: world.fetch,
    })
  } finally {
    await world.close()
  }
}
