import { storePlatformSettings } from './platform-settings.ts'
import { checkStripeKey } from './check-stripe-key.ts'
import { saveKeys } from './keys.ts'
import {
  chooseKeys,
  mailFor,
  type Mode,
  type ServerConfig,
  servicesOptions,
  stripeFor,
} from './config.ts'
import { openDatabase } from './database.ts'
import type { Environment } from './environment/environment.ts'
import { samlSettings } from './environment/external.ts'
import { requireSafeSettings } from './environment/production.ts'
import { noFakeServices, startFakeServices } from './fake-services.ts'
import { checkPort } from './http/server.ts'
import type { Lifecycle } from './lifecycle.ts'
import { migrate } from './migrate.ts'
import type { Monitoring } from './monitoring.ts'
import { hasDemoAccounts, refuseDemoAccounts, seedOnce } from './seed.ts'
import { reencrypt } from './sealed-secrets.ts'
import { openServices, type Services } from './services.ts'
import { reportDifferingZones } from './time-zones.ts'

/**
 * Starts the database, the fake services and the backend. Does not open the public port or start
 * jobs.
 */
export async function bootstrap(
  lifecycle: Lifecycle,
  environment: Environment,
  mode: Mode,
  monitoring: Monitoring,
): Promise<{ config: ServerConfig; services: Services }> {
  const isProduct = mode === 'product'
  requireSafeSettings(environment)
  const settings = { mode, environment, keys: await chooseKeys(environment) }
  // Validates the settings before the database starts, so that missing settings are reported first.
  const stripe = stripeFor(settings)
  const mail = mailFor(settings)
  if (stripe.keys && !stripe.isFake) await checkStripeKey(stripe.keys.secretKey)
  const keys = await openDatabase(lifecycle, environment, settings.keys)
  // Opens the database before it checks the port, because the lock error of the database names
  // another running Hourspace process.
  await checkPort({ port: environment.PORT, host: environment.HOST })
  const { databaseUrl, serviceRoleKey } = keys
  const supabaseDir = environment.SUPABASE_DIR
  await lifecycle.step(
    ({ length }) =>
      length > 0 ? `Database migrated (${length} migrations)` : 'Database is up to date',
    () => migrate({ databaseUrl, supabaseDir }),
  )
  await reencrypt(databaseUrl, keys.serverSecrets)
  // Saves the keys only after `reencrypt` has accepted them, so that wrong settings do not
  // overwrite the keys in use.
  saveKeys(environment.HOURSPACE_DATA_DIR, keys)
  await storePlatformSettings(databaseUrl, environment)
  if (!environment.allowFakes) await refuseDemoAccounts(databaseUrl)
  const hasIdentity = isProduct && environment.allowFakes
  const services = await lifecycle.step(
    stripe.isFake ? 'Backend and fake Stripe' : 'Backend',
    async () => {
      const fakes =
        stripe.isFake || mail === 'fake' || hasIdentity
          ? await startFakeServices({
              siteUrl: environment.SITE_URL,
              dataDir: environment.HOURSPACE_DATA_DIR,
              serviceRoleKey,
              stripe: stripe.isFake ? stripe.keys : undefined,
              // Delays webhooks as Stripe does: they arrive after the browser has confirmed a paid
              // booking.
              webhookDelayMs: 1_000,
              mail: mail === 'fake',
              identity: hasIdentity,
              samlKey: samlSettings(environment)?.privateKey ?? null,
            })
          : noFakeServices
      return openServices(servicesOptions({ ...settings, keys }, monitoring), fakes)
    },
  )
  lifecycle.onClose(services.close)
  const { backend, fakes } = services
  if (isProduct && supabaseDir && environment.SEED === 'demo') {
    await lifecycle.step(
      (ran) => (ran ? 'Demo data created' : 'Demo data exists'),
      () =>
        seedOnce({
          databaseUrl,
          supabaseDir,
          serviceRoleKey,
          backend,
          ...(stripe.isFake && {
            stripeFake: { secretKey: keys.stripeSecretKey, fetch: fakes.fetch },
          }),
        }),
    )
  }
  if (isProduct) await reportDifferingZones(databaseUrl)
  const demo = await hasDemoAccounts(databaseUrl)
  return { config: { mode, environment, keys, fakes: fakes.endpoints, demo }, services }
}
