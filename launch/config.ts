import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { deriveApiKeys } from '@hourspace/backend/platform/api-keys.ts'
import type { BackendConnection } from '@hourspace/web/data/backend.server.ts'
import { authSettings } from './environment/accounts.ts'
import { budgetSettings } from './environment/data-api.ts'
import type { Environment } from './environment/environment.ts'
import { externalSettings, samlSettings } from './environment/external.ts'
import { chooseMail, chooseSms, type MailSettings } from './environment/mail.ts'
import { realtimeSettings } from './environment/realtime.ts'
import { storageSettings } from './environment/storage.ts'
import { chooseStripe, fakeStripeKeys, realStripe, type StripeKeys } from './environment/stripe.ts'
import type { FakeEndpoints } from './fake-services.ts'
import { type Keys, loadKeys, signApiKeys } from './keys.ts'
import { backendRoute, type Monitoring } from './monitoring.ts'
import type { Backend, ServicesOptions } from './services.ts'

/** `product` runs the backend and the web app; `backend` runs the backend alone. */
export type Mode = 'product' | 'backend'

/** Everything that a process needs to serve requests, as plain JSON that can be sent to workers. */
export type ServerConfig = {
  mode: Mode
  environment: Environment
  keys: Keys
  fakes: FakeEndpoints
  demo: boolean
  /** Local URL of the added up metrics of all workers; undefined outside of workers. */
  metricsUrl?: string
}

type Settings = Pick<ServerConfig, 'mode' | 'environment' | 'keys'>

/** Returns the keys from `keys.json`, overridden by environment variables. */
export async function chooseKeys(environment: Environment): Promise<Keys> {
  const stored = await loadKeys(environment.HOURSPACE_DATA_DIR)
  const jwtSecret = environment.JWT_SECRET ?? stored.jwtSecret
  const signed = jwtSecret === stored.jwtSecret ? stored : await signApiKeys(jwtSecret)
  const derived = deriveApiKeys(jwtSecret)
  return {
    ...stored,
    jwtSecret,
    publishableKey: environment.SUPABASE_PUBLISHABLE_KEY ?? derived.publishable,
    secretKey: environment.SUPABASE_SECRET_KEY ?? derived.secret,
    anonKey: environment.ANON_KEY ?? signed.anonKey,
    serviceRoleKey: environment.SERVICE_ROLE_KEY ?? signed.serviceRoleKey,
  }
}

/** Chooses between Stripe and the Stripe fake. Throws StartupError for incomplete settings. */
export function stripeFor({ mode, environment, keys }: Settings): {
  keys: StripeKeys | undefined
  isFake: boolean
} {
  const chosen = mode === 'product' ? chooseStripe(environment) : realStripe(environment)
  if (chosen === 'fake') return { keys: fakeStripeKeys(keys), isFake: true }
  return { keys: chosen, isFake: false }
}

/** Chooses a mail server, the mail fake or no mail. Throws StartupError for invalid settings. */
export function mailFor({ mode, environment }: Settings): MailSettings | 'fake' | undefined {
  return mode === 'product' || environment.SMTP_HOST ? chooseMail(environment) : undefined
}

export function servicesOptions(settings: Settings, monitoring: Monitoring): ServicesOptions {
  const { environment, keys } = settings
  const mail = mailFor(settings)
  return {
    siteUrl: environment.SITE_URL,
    databaseUrl: keys.databaseUrl,
    dataDir: environment.HOURSPACE_DATA_DIR,
    supabaseDir: environment.SUPABASE_DIR,
    jwtSecret: keys.jwtSecret,
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
    stripe: stripeFor(settings).keys,
    exchangeRatesUrl: environment.EXCHANGE_RATES_URL,
    allowLoopbackFeeds: environment.CALENDAR_FEEDS_ALLOW_LOOPBACK && environment.allowFakes,
    mail: mail === 'fake' ? undefined : mail,
    backend: {
      ...backendSettings(settings),
      apiKeys: { publishable: keys.publishableKey, secret: keys.secretKey },
      onError: monitoring.report,
    },
  }
}

export function webConnection(
  config: ServerConfig,
  backend: Backend,
  monitoring: Monitoring,
): BackendConnection {
  const { environment, keys, demo } = config
  const callBackend = monitoring.step(backend.fetchForPages, backendRoute)
  const stripe = stripeFor(config)
  const passwordMinLength = environment.GOTRUE_PASSWORD_MIN_LENGTH
  const passwordCharacters = environment.GOTRUE_PASSWORD_REQUIRED_CHARACTERS
  return {
    fetch: (input, init) => callBackend(new Request(input, init)),
    supabaseUrl: environment.SITE_URL,
    supabaseAnonKey: keys.anonKey,
    stripePublishableKey: stripe.keys?.publishableKey ?? '',
    stripeSandbox: stripe.isFake,
    demo,
    secondFactorRequired: environment.SECOND_FACTOR_REQUIRED,
    siteUrl: environment.SITE_URL,
    ...(passwordMinLength && { passwordMinLength }),
    ...(passwordCharacters && { passwordCharacters }),
    ...(environment.MAP_STYLE_URL && {
      map: { styleUrl: environment.MAP_STYLE_URL, hosts: environment.MAP_HOSTS ?? [] },
    }),
    monitoring: monitoring.browser,
  }
}

/** A setting whose environment variable is missing keeps the backend's default. */
function backendSettings({ mode, environment }: Settings): Partial<BackendConfigInput> {
  const { allowFakes, ENABLE_EMAIL_AUTOCONFIRM } = environment
  const confirms = mode === 'product' && !allowFakes
  return {
    auth: {
      ...authSettings(environment),
      enableEmailAutoconfirm: ENABLE_EMAIL_AUTOCONFIRM ?? (confirms ? false : undefined),
      sms: chooseSms(environment),
      external: externalSettings(environment),
      saml: samlSettings(environment),
    },
    rest: {
      schemas: environment.PGRST_DB_SCHEMAS,
      extraSearchPath: environment.PGRST_DB_EXTRA_SEARCH_PATH,
      maxRows: environment.PGRST_DB_MAX_ROWS,
      aggregates: environment.PGRST_DB_AGGREGATES_ENABLED,
      plan: environment.PGRST_DB_PLAN_ENABLED,
      preRequest: environment.PGRST_DB_PRE_REQUEST,
      txEnd: environment.PGRST_DB_TX_END,
      openapiMode: environment.PGRST_OPENAPI_MODE,
      budgets: budgetSettings(environment),
    },
    storage: storageSettings(environment),
    realtime: realtimeSettings(environment),
    functions: { verifyJwt: environment.FUNCTIONS_VERIFY_JWT },
    poolSize: environment.PGRST_DB_POOL,
    logLevel: environment.LOG_LEVEL,
  }
}
