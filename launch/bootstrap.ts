import { storePlatformSettings } from './platform-settings.ts'
import { checkStripeKey } from './check-stripe-key.ts'
import { type Keys, saveKeys } from './keys.ts'
import {
  chooseKeys,
  mailFor,
  type Mode,
  type ServerConfig,
  type Settings,
  servicesOptions,
  stripeFor,
} from './config.ts'
import { openDatabase } from './database.ts'
import type { Environment } from './environment/environment.ts'
import { samlSettings } from './environment/external.ts'
import { requireSafeSettings } from './environment/production.ts'
import { type FakeServices, noFakeServices, startFakeServices } from './fake-services.ts'
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
  requireSafeSettings(environment)
  const chosen = { mode, environment, keys: await chooseKeys(environment) }
  // Validates the settings before the database starts, so that missing settings are reported first.
  const stripe = stripeFor(chosen)
  mailFor(chosen)
  if (stripe.keys && !stripe.isFake) await checkStripeKey(stripe.keys.secretKey)

  const keys = await prepareDatabase(lifecycle, environment, chosen.keys)
  const settings = { mode, environment, keys }
  const services = await lifecycle.step(
    stripe.isFake ? 'Backend and fake Stripe' : 'Backend',
    async () => openServices(servicesOptions(settings, monitoring), await startFakes(settings)),
  )
  lifecycle.onClose(services.close)
  if (mode === 'product') {
    await seedDemo(lifecycle, settings, services)
    await reportDifferingZones(keys.databaseUrl)
  }
  const demo = await hasDemoAccounts(keys.databaseUrl)
  return { config: { ...settings, fakes: services.fakes.endpoints, demo }, services }
}

/**
 * Opens and migrates the database, and stores the settings that SQL functions read. Returns the
 * keys with the URL of the database.
 */
async function prepareDatabase(
  lifecycle: Lifecycle,
  environment: Environment,
  chosenKeys: Keys,
): Promise<Keys> {
  const keys = await openDatabase(lifecycle, environment, chosenKeys)
  const { databaseUrl } = keys
  // Opens the database before it checks the port. If another Hourspace process is running, the
  // database reports this process in its error, but the port does not.
  await checkPort({ port: environment.PORT, host: environment.HOST })
  await lifecycle.step(
    ({ length }) =>
      length > 0 ? `Database migrated (${length} migrations)` : 'Database is up to date',
    () => migrate({ databaseUrl, supabaseDir: environment.SUPABASE_DIR }),
  )
  await reencrypt(databaseUrl, keys.serverSecrets)
  // Saves the keys only after `reencrypt` has accepted them, so that wrong settings do not
  // overwrite the keys in use.
  saveKeys(environment.HOURSPACE_DATA_DIR, keys)
  await storePlatformSettings(databaseUrl, environment)
  if (!environment.allowFakes) await refuseDemoAccounts(databaseUrl)
  return keys
}

/** Starts fakes of the services for which there are no settings. */
async function startFakes(settings: Settings): Promise<FakeServices> {
  const { mode, environment, keys } = settings
  const stripe = stripeFor(settings)
  const isMailFake = mailFor(settings) === 'fake'
  const isIdentityFake = mode === 'product' && environment.allowFakes
  if (!stripe.isFake && !isMailFake && !isIdentityFake) return noFakeServices
  return startFakeServices({
    siteUrl: environment.SITE_URL,
    dataDir: environment.HOURSPACE_DATA_DIR,
    serviceRoleKey: keys.serviceRoleKey,
    stripe: stripe.isFake ? stripe.keys : undefined,
    // Delays webhooks as Stripe does: they arrive after the browser has confirmed a paid booking.
    webhookDelayMs: 1_000,
    mail: isMailFake,
    identity: isIdentityFake,
    samlKey: samlSettings(environment)?.privateKey ?? null,
  })
}

/** Creates the demo data if the settings ask for it and it does not exist yet. */
async function seedDemo(
  lifecycle: Lifecycle,
  settings: Settings,
  { backend, fakes }: Services,
): Promise<void> {
  const { environment, keys } = settings
  const supabaseDir = environment.SUPABASE_DIR
  if (!supabaseDir || environment.SEED !== 'demo') return
  const { databaseUrl, serviceRoleKey, stripeSecretKey } = keys
  await lifecycle.step(
    (ran) => (ran ? 'Demo data created' : 'Demo data exists'),
    () =>
      seedOnce({
        databaseUrl,
        supabaseDir,
        serviceRoleKey,
        backend,
        ...(stripeFor(settings).isFake && {
          stripeFake: { secretKey: stripeSecretKey, fetch: fakes.fetch },
        }),
      }),
  )
}
