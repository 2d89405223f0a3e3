import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { stripeControls, type StripeControls } from '@hourspace/launch/testing/stripe-controls.ts'
import type { Database } from '@hourspace/web/data/database.types.ts'

const firstPort = Number(process.env['E2E_PORT'] ?? 3847)

/** An installation of the product on a port and a data folder of its own. */
export type Instance = { port: number; url: string; dataDir: string }

const instance = (name: string, index: number): Instance => {
  const port = firstPort + index
  return { port, url: `http://localhost:${port}`, dataDir: `test-results/.instances/${name}` }
}

/**
 * `present`: time passes as it does everywhere, and specs run side by side. `future`: specs move
 * the clock of Stripe's stand-in and with it what is due, so they take turns.
 */
export const instances = { present: instance('present', 0), future: instance('future', 1) }

/** Where pictures of the screens are taken. */
export const screenshotInstance = instance('shown', 2)

/** Where errors are reported; started by the one spec that wants it. */
export const monitoredInstance = instance('reported', 3)

/** A running world, as tools beside it see it. */
export type TestClients = {
  stripe: StripeControls
  /** A client without a session. */
  visitor(): SupabaseClient<Database>
  /** A client that may read everything. */
  server: SupabaseClient<Database>
}

export function openClients({ url, dataDir }: Instance): TestClients {
  const keys = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as Record<
    'anonKey' | 'serviceRoleKey' | 'stripeSecretKey',
    string
  >
  const client = (key: string) =>
    createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  return {
    stripe: stripeControls(url, keys.stripeSecretKey),
    visitor: () => client(keys.anonKey),
    server: client(keys.serviceRoleKey),
  }
}
