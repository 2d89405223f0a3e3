import type { BackendConfigInput } from '#backend/config/config.ts'
import type { BackendConnection } from '#web/data/backend.server.ts'
import { openDatabase } from './database.ts'
import { authSettings } from './environment-accounts.ts'
import { externalSettings } from './environment-external.ts'
import { samlSettings } from './environment-saml.ts'
import type { Environment } from './environment.ts'
import { checkPort } from './http/server.ts'
import { type Keys, loadKeys, signApiKeys } from './keys.ts'
import { chooseMail } from './mail.ts'
import { migrate } from './migrate.ts'
import { backendRoute, type Monitoring } from './monitoring.ts'
import { StartProblem } from './problem.ts'
import type { Program } from './program.ts'
import { isSeeded, seedOnce } from './seed.ts'
import { chooseTexts } from './texts.ts'
import { openWorld, type StripeKeys, type World } from './world.ts'

/** A database, backend and stand-ins as the environment asks for them; not yet listening. */
type Installation = {
  world: World
  keys: Keys
  /** What the web app is to be told. */
  webConnection: BackendConnection
}

/**
 * Brings up everything but the web app, a progress line each.
 *
 * @param parts `product` is Hourspace with seed and stand-ins; `backend` serves a Supabase project and nothing else.
 */
export async function openInstallation(
  program: Program,
  environment: Environment,
  parts: 'product' | 'backend',
  monitoring: Monitoring,
): Promise<Installation> {
  const product = parts === 'product'
  const stripe = product ? chooseStripe(environment) : ownStripe(environment)
  const mail = product || environment.SMTP_HOST ? chooseMail(environment) : undefined
  const keys = await openDatabase(program, environment, await chooseKeys(environment))
  // After the database, whose refusal of a second start says more.
  await checkPort({ port: environment.PORT, host: environment.HOST })
  const { databaseUrl } = keys
  const supabaseDir = environment.SUPABASE_DIR
  await program.step(
    (count) =>
      count > 0 ? `Database brought up to date (${count} migrations)` : 'Database is up to date',
    () => migrate({ databaseUrl, supabaseDir }),
  )
  const stripeSandbox = stripe === 'sandbox'
  const stripeKeys = stripeSandbox ? standInKeys(keys) : stripe
  const world = await program.step(stripeSandbox ? 'Backend and Stripe sandbox' : 'Backend', () =>
    openWorld({
      siteUrl: environment.SITE_URL,
      databaseUrl,
      dataDir: environment.HOURSPACE_DATA_DIR,
      supabaseDir,
      jwtSecret: keys.jwtSecret,
      anonKey: keys.anonKey,
      serviceRoleKey: keys.serviceRoleKey,
      stripe: stripeKeys,
      stripeSandbox,
      mail,
      identitySandbox: product && environment.standIns,
      backend: { ...backendSettings(environment), onError: monitoring.report },
    }),
  )
  program.onClose(world.close)
  if (product && !mail)
    console.log('  SMTP_HOST is not set: mails are written down and wait until it is.')
  if (product && supabaseDir && environment.SEED === 'demo') {
    await program.step(
      (ran) => (ran ? 'Demo data created' : 'Demo data is there'),
      () =>
        seedOnce({
          databaseUrl,
          supabaseDir,
          serviceRoleKey: keys.serviceRoleKey,
          standInKey: stripeSandbox ? keys.stripeSecretKey : undefined,
          fetch: world.fetch,
        }),
    )
  }
  const ask = monitoring.step(world.fetch, backendRoute)
  const passwordMinLength = environment.GOTRUE_PASSWORD_MIN_LENGTH
  const webConnection: BackendConnection = {
    fetch: (input, init) => ask(new Request(input, init)),
    supabaseUrl: environment.SITE_URL,
    supabaseAnonKey: keys.anonKey,
    stripePublishableKey: stripeKeys?.publishableKey ?? '',
    stripeSandbox,
    demo: await isSeeded(databaseUrl),
    siteUrl: environment.SITE_URL,
    ...(passwordMinLength && { passwordMinLength }),
    monitoring: monitoring.browser,
  }
  return { world, keys, webConnection }
}

/** Generated secrets, with those the environment gives in their place; both API keys fit the secret. */
async function chooseKeys(environment: Environment): Promise<Keys> {
  const stored = await loadKeys(environment.HOURSPACE_DATA_DIR)
  const jwtSecret = environment.JWT_SECRET ?? stored.jwtSecret
  const signed = jwtSecret === stored.jwtSecret ? stored : await signApiKeys(jwtSecret)
  return {
    ...stored,
    jwtSecret,
    anonKey: environment.ANON_KEY ?? signed.anonKey,
    serviceRoleKey: environment.SERVICE_ROLE_KEY ?? signed.serviceRoleKey,
  }
}

/** The product takes cards through Stripe, or through its stand-in where stand-ins may run. */
function chooseStripe(environment: Environment): StripeKeys | 'sandbox' {
  const own = ownStripe(environment)
  if (own) return own
  if (environment.standIns) return 'sandbox'
  throw new StartProblem(
    'STRIPE_SECRET_KEY is missing: NODE_ENV is production, so set it, or SANDBOX=1 to take test cards only.',
  )
}

function ownStripe(environment: Environment): StripeKeys | undefined {
  if (!environment.STRIPE_SECRET_KEY) return undefined
  const given = (name: 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET') => {
    const value = environment[name]
    if (!value) throw new StartProblem(`${name} is missing: it goes with STRIPE_SECRET_KEY.`)
    return value
  }
  return {
    secretKey: environment.STRIPE_SECRET_KEY,
    publishableKey: given('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: given('STRIPE_WEBHOOK_SECRET'),
  }
}

function standInKeys(keys: Keys): StripeKeys {
  return {
    secretKey: keys.stripeSecretKey,
    publishableKey: keys.stripePublishableKey,
    webhookSecret: keys.stripeWebhookSecret,
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
    },
    storage: { fileSizeLimit: environment.FILE_SIZE_LIMIT },
  }
}
