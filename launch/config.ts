import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import type { Backend } from '@hourspace/backend/main.ts'
import { deriveApiKeys } from '@hourspace/backend/platform/api-keys.ts'
import { Tokens } from '@hourspace/backend/platform/jwt.ts'
import type { BackendConnection } from '@hourspace/web/data/backend.server.ts'
import { authSettings } from './environment/accounts.ts'
import { budgetSettings } from './environment/data-api.ts'
import type { Environment } from './environment/environment.ts'
import { externalSettings, samlSettings } from './environment/external.ts'
import { chooseMail, chooseSms, type MailSettings } from './environment/mail.ts'
import { realtimeSettings } from './environment/realtime.ts'
import { storageSettings } from './environment/storage.ts'
import { chooseStripe, fakeStripeKeys, realStripe, type StripeKeys } from './environment/stripe.ts'
import { missingVariable } from './environment/values.ts'
import type { FakeEndpoints } from './fake-services.ts'
import { type Keys, loadKeys, signApiKeys } from './keys.ts'
import { backendRoute, type Monitoring } from './monitoring.ts'
import type { ServicesOptions } from './services.ts'
import { StartupError } from './startup-error.ts'

/** `product` runs the backend and the web app; `backend` runs the backend alone. */
export type Mode = 'product' | 'backend'

/** Settings of a server process, as plain JSON that can be sent to workers. */
export type ServerConfig = {
  mode: Mode
  environment: Environment
  keys: Keys
  fakes: FakeEndpoints
  demo: boolean
  /**
   * URL of the summed metrics of all workers. Undefined in a single process or without
   * METRICS_TOKEN.
   */
  metricsUrl?: string
}

export type Settings = Pick<ServerConfig, 'mode' | 'environment' | 'keys'>

/**
 * Returns the keys of `keys.json`, overridden by environment variables. Throws StartupError if
 * ANON_KEY or SERVICE_ROLE_KEY was not signed with an accepted JWT secret, or if other secrets are
 * set without JWT_SECRET.
 */
export async function chooseKeys(environment: Environment): Promise<Keys> {
  const stored = await loadKeys(environment.HOURSPACE_DATA_DIR)
  const secrets = chooseSecrets(environment, stored)
  const { jwtSecret } = secrets
  const signed = jwtSecret === stored.jwtSecret ? stored : await signApiKeys(jwtSecret)
  const derived = deriveApiKeys(jwtSecret)
  const publishableKey = environment.SUPABASE_PUBLISHABLE_KEY ?? derived.publishable
  const secretKey = environment.SUPABASE_SECRET_KEY ?? derived.secret
  const { ANON_KEY, SERVICE_ROLE_KEY } = environment
  const tokens = new Tokens([jwtSecret, ...secrets.acceptedJwtSecrets], undefined, [
    { publishable: publishableKey, secret: secretKey },
  ])
  if (ANON_KEY) requireAccepted(tokens, 'ANON_KEY', ANON_KEY)
  if (SERVICE_ROLE_KEY) requireAccepted(tokens, 'SERVICE_ROLE_KEY', SERVICE_ROLE_KEY)
  return {
    ...stored,
    ...secrets,
    publishableKey,
    secretKey,
    anonKey: ANON_KEY ?? signed.anonKey,
    serviceRoleKey: SERVICE_ROLE_KEY ?? signed.serviceRoleKey,
  }
}

function requireAccepted(tokens: Tokens, name: string, apiKey: string): void {
  try {
    tokens.verify(apiKey)
  } catch (error) {
    throw new StartupError(
      `${name} was not signed with JWT_SECRET (${(error as Error).message}): remove it, so that the server signs a new one.`,
    )
  }
}

/**
 * Returns the secrets of the environment if JWT_SECRET is set, otherwise the secrets of
 * `keys.json`. Never mixes the two sources, because JWT_SECRET and SERVER_SECRETS belong together.
 * Throws StartupError if other secrets are set without JWT_SECRET.
 */
export function chooseSecrets(environment: Environment, stored: Keys) {
  const { JWT_SECRET, ACCEPTED_JWT_SECRETS = [], SERVER_SECRETS } = environment
  if (!JWT_SECRET) {
    if (ACCEPTED_JWT_SECRETS.length > 0) throw missingVariable('JWT_SECRET', 'ACCEPTED_JWT_SECRETS')
    if (SERVER_SECRETS) throw missingVariable('JWT_SECRET', 'SERVER_SECRETS')
    const { jwtSecret, acceptedJwtSecrets, serverSecrets } = stored
    const used = serverSecrets.length > 0 ? serverSecrets : [jwtSecret, ...acceptedJwtSecrets]
    return { jwtSecret, acceptedJwtSecrets, serverSecrets: used }
  }
  return {
    jwtSecret: JWT_SECRET,
    acceptedJwtSecrets: ACCEPTED_JWT_SECRETS,
    serverSecrets: SERVER_SECRETS ?? [JWT_SECRET, ...ACCEPTED_JWT_SECRETS],
  }
}

/** Returns the keys of Stripe or of its fake. Throws StartupError if they are incomplete. */
export function stripeFor({ mode, environment, keys }: Settings): {
  keys: StripeKeys | undefined
  isFake: boolean
} {
  const chosen = mode === 'product' ? chooseStripe(environment) : realStripe(environment)
  if (chosen === 'fake') return { keys: fakeStripeKeys(keys), isFake: true }
  return { keys: chosen, isFake: false }
}

/**
 * Returns the mail settings, or `fake`. Returns undefined if the backend runs alone without
 * SMTP_HOST; emails then stay queued. Throws StartupError for incomplete mail settings.
 */
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
      acceptedJwtSecrets: keys.acceptedJwtSecrets,
      serverSecrets: keys.serverSecrets,
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

/**
 * Leaves a setting undefined if its environment variable is missing, because the backend has its
 * default.
 */
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
