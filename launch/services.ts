import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { type Backend, createBackend } from '@hourspace/backend/main.ts'
import { mailVariables, type MailSettings } from './environment/mail.ts'
import { stripeVariables, type StripeKeys } from './environment/stripe.ts'
import { withFakeIdentity } from './fake-identity.ts'
import { withFakeSms, type FakeServices } from './fake-services.ts'
import { StartupError } from './startup-error.ts'

export type ServicesOptions = {
  siteUrl: string
  databaseUrl: string
  dataDir: string
  supabaseDir: string | null
  jwtSecret: string
  anonKey: string
  serviceRoleKey: string
  stripe: StripeKeys | undefined
  exchangeRatesUrl?: string | undefined
  allowLoopbackFeeds?: boolean
  /** Emails stay queued if neither a mail server nor the mail fake is set. */
  mail?: MailSettings | undefined
  backend?: Partial<BackendConfigInput>
}

export type Services = {
  backend: Backend
  fakes: FakeServices
  /** Starts scheduled jobs and Realtime. Set either to `false` if another process runs it. */
  start(work?: { jobs?: boolean; realtime?: boolean }): Promise<void>
  close(): Promise<void>
}

/** Creates a backend on a migrated database. Its background work begins with `start`. */
export async function openServices(
  options: ServicesOptions,
  fakes: FakeServices,
): Promise<Services> {
  const storageDir = join(options.dataDir, 'storage')
  mkdirSync(storageDir, { recursive: true, mode: 0o700 })
  // Makes an existing storage folder accessible only to its owner.
  chmodSync(storageDir, 0o700)
  const { endpoints, now } = fakes
  const backend = await createBackend({
    databaseUrl: options.databaseUrl,
    siteUrl: options.siteUrl,
    jwtSecret: options.jwtSecret,
    anonKey: options.anonKey,
    serviceRoleKey: options.serviceRoleKey,
    storageDir,
    supabaseDir: options.supabaseDir,
    functionsEnv: {
      SITE_URL: options.siteUrl,
      ...stripeVariables(options.stripe, endpoints.stripeApiBase),
      ...mailVariables(endpoints.mail ?? options.mail),
      ...(options.exchangeRatesUrl && { EXCHANGE_RATES_URL: options.exchangeRatesUrl }),
      ...(options.allowLoopbackFeeds && { CALENDAR_FEEDS_ALLOW_LOOPBACK: 'true' }),
    },
    // Jobs use the clock of the Stripe fake, so that tests can advance time past a booking.
    ...(now && { now }),
    ...options.backend,
    auth: withFakes(options.backend?.auth ?? {}, fakes),
  }).catch((cause: unknown) => {
    throw cause instanceof ConfigError ? new StartupError(cause.message) : cause
  })
  await fakes.connect(backend)
  return {
    backend,
    fakes,
    start: async (work) => {
      await backend.start(work)
      fakes.start()
    },
    close: async () => {
      await backend.close()
      await fakes.close()
    },
  }
}

function withFakes(
  auth: NonNullable<BackendConfigInput['auth']>,
  { endpoints: { sms, identity } }: FakeServices,
) {
  const withSms = sms ? withFakeSms(auth, sms) : auth
  return identity ? withFakeIdentity(withSms, identity) : withSms
}
