import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { serve } from './http/server.ts'
import type { Keys } from './keys.ts'
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
}

export const supabaseDir = fileURLToPath(new URL('../supabase', import.meta.url))

/** Builds backend and Stripe stand-in and listens: the product without its web app. */
export async function serveWorld(spec: WorldSpec) {
  mkdirSync(spec.dataDir, { recursive: true })
  const { port, keys } = spec
  const world = await openWorld({
    siteUrl: `http://localhost:${port}`,
    databaseUrl: spec.databaseUrl,
    dataDir: spec.dataDir,
    supabaseDir,
    jwtSecret: keys.jwtSecret,
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
    stripe: {
      secretKey: keys.stripeSecretKey,
      publishableKey: keys.stripePublishableKey,
      webhookSecret: keys.stripeWebhookSecret,
    },
    stripeSandbox: true,
    mail: 'sandbox',
    identitySandbox: true,
    backend: spec.backend,
  })
  const close = await serve({ port, fetch: world.fetch, upgrade: world.upgrade })
  await world.start()
  return {
    fetch: world.fetch,
    runJobs: world.runJobs,
    close: async () => {
      await close()
      await world.close()
    },
  }
}
