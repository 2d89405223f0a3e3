import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import type { BackendConnection } from '@hourspace/web/data/backend.server.ts'
import { authSettings } from './environment-accounts.ts'
import { externalSettings } from './environment-external.ts'
import { samlSettings } from './environment-saml.ts'
import { realtimeSettings } from './environment-realtime.ts'
import { storageSettings } from './environment-storage.ts'
import type { Environment } from './environment.ts'
import type { Keys } from './keys.ts'
import { chooseMail } from './mail.ts'
import { backendRoute, type Monitoring } from './monitoring.ts'
import type { StandInLinks } from './stand-ins.ts'
import { chooseStripe, ownStripe, standInStripe, type StripeKeys } from './stripe.ts'
import { chooseTexts } from './texts.ts'
import type { World, WorldOptions } from './world.ts'

/** `product` is Hourspace with its pages; `backend` serves a Supabase project and nothing else. */
export type Parts = 'product' | 'backend'

/** What every process of an installation serves by. Plain data, so that it goes from one to the next. */
export type Blueprint = {
  parts: Parts
  environment: Environment
  keys: Keys
  standIns: StandInLinks
  /** Whether the database holds the demo's data. */
  demo: boolean
}

type Plan = Pick<Blueprint, 'parts' | 'environment' | 'keys'>

/** Stripe as an installation uses it. Throws StartProblem when the settings do not go together. */
export function stripeOf({ parts, environment, keys }: Plan): {
  keys: StripeKeys | undefined
  isStandIn: boolean
} {
  const chosen = parts === 'product' ? chooseStripe(environment) : ownStripe(environment)
  if (chosen !== 'sandbox') return { keys: chosen, isStandIn: false }
  return { keys: standInStripe(keys), isStandIn: true }
}

/** Who carries an installation's mails. Throws StartProblem when the settings do not go together. */
export function mailOf({ parts, environment }: Plan): ReturnType<typeof chooseMail> {
  return parts === 'product' || environment.SMTP_HOST ? chooseMail(environment) : undefined
}

/** What the backend of one process is made of. */
export function worldOptions(plan: Plan, monitoring: Monitoring): WorldOptions {
  const { environment, keys } = plan
  const mail = mailOf(plan)
  return {
    siteUrl: environment.SITE_URL,
    databaseUrl: keys.databaseUrl,
    dataDir: environment.HOURSPACE_DATA_DIR,
    supabaseDir: environment.SUPABASE_DIR,
    jwtSecret: keys.jwtSecret,
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
    stripe: stripeOf(plan).keys,
    mail: mail === 'sandbox' ? undefined : mail,
    backend: {
      ...backendSettings(environment),
      apiKeys: { publishable: keys.publishableKey, secret: keys.secretKey },
      onError: monitoring.report,
    },
  }
}

/** What the web app of one process is told; it asks `world` without a network hop. */
export function webConnection(
  blueprint: Blueprint,
  world: World,
  monitoring: Monitoring,
): BackendConnection {
  const { environment, keys, demo } = blueprint
  const ask = monitoring.step(world.fetch, backendRoute)
  const stripe = stripeOf(blueprint)
  const passwordMinLength = environment.GOTRUE_PASSWORD_MIN_LENGTH
  return {
    fetch: (input, init) => ask(new Request(input, init)),
    supabaseUrl: environment.SITE_URL,
    supabaseAnonKey: keys.anonKey,
    stripePublishableKey: stripe.keys?.publishableKey ?? '',
    stripeSandbox: stripe.isStandIn,
    demo,
    siteUrl: environment.SITE_URL,
    ...(passwordMinLength && { passwordMinLength }),
    monitoring: monitoring.browser,
  }
}

/** Settings of the backend that have a variable of their own; what is not set keeps the backend's default. */
function backendSettings(environment: Environment): Partial<BackendConfigInput> {
  return {
    auth: {
      ...authSettings(environment),
      sms: chooseTexts(environment),
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
    },
    storage: storageSettings(environment),
    realtime: realtimeSettings(environment),
    functions: { verifyJwt: environment.FUNCTIONS_VERIFY_JWT },
    poolSize: environment.PGRST_DB_POOL,
  }
}
