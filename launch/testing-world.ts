import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { serve } from './http/server.ts'
import type { Keys } from './keys.ts'
import { openStandIns } from './stand-ins.ts'
import { standInStripe } from './stripe.ts'
import { openWorld } from './world.ts'

/** Everything a test's server is made of, in a form that can be handed to another process. */
export type WorldSpec = {
  port: number
  databaseUrl: string
  dataDir: string
  keys: Pick<
    Keys,
    | 'jwtSecret'
    | 'anonKey'
    | 'serviceRoleKey'
    | 'stripeSecretKey'
    | 'stripePublishableKey'
    | 'stripeWebhookSecret'
  >
  backend?: Partial<BackendConfigInput>
  /** Whether jobs come at their pace; true when missing. */
  jobs?: boolean
}

export const supabaseDir = fileURLToPath(new URL('../supabase', import.meta.url))

/** Builds backend and Stripe stand-in and listens: the product without its web app. */
export async function serveWorld(spec: WorldSpec) {
  mkdirSync(spec.dataDir, { recursive: true })
  const { port, databaseUrl, dataDir, keys, backend, jobs = true } = spec
  const { jwtSecret, anonKey, serviceRoleKey } = keys
  const siteUrl = `http://localhost:${port}`
  const stripe = standInStripe(keys)
  const samlKey = backend?.auth?.saml?.privateKey ?? null
  const services = { stripe, mail: true, identity: true, samlKey }
  const standIns = await openStandIns({ siteUrl, dataDir, serviceRoleKey, ...services })
  const product = { siteUrl, databaseUrl, dataDir, supabaseDir, stripe, backend }
  const world = await openWorld({ ...product, jwtSecret, anonKey, serviceRoleKey }, standIns)
  const { close } = await serve({ port, fetch: world.fetch, upgrade: world.upgrade })
  await world.start({ jobs })
  return {
    fetch: world.fetch,
    runJobs: world.runJobs,
    close: async () => {
      await close()
      await world.close()
    },
  }
}
