import { deriveApiKeys } from '@hourspace/backend/platform/api-keys.ts'
import { type Blueprint, mailOf, type Parts, stripeOf, worldOptions } from './blueprint.ts'
import { openDatabase } from './database.ts'
import { samlSettings } from './environment-saml.ts'
import type { Environment } from './environment.ts'
import { checkPort } from './http/server.ts'
import { type Keys, loadKeys, signApiKeys } from './keys.ts'
import { migrate } from './migrate.ts'
import type { Monitoring } from './monitoring.ts'
import type { Program } from './program.ts'
import { isSeeded, seedOnce } from './seed.ts'
import { noStandIns, openStandIns } from './stand-ins.ts'
import { openWorld, type World } from './world.ts'

/** A database, backend and stand-ins as the environment asks for them; not yet listening. */
export type Installation = {
  world: World
  /** What other processes are to serve by. */
  blueprint: Blueprint
}

/** Brings up everything but the web app, a progress line each. */
export async function openInstallation(
  program: Program,
  environment: Environment,
  parts: Parts,
  monitoring: Monitoring,
): Promise<Installation> {
  const product = parts === 'product'
  const wanted = { parts, environment, keys: await chooseKeys(environment) }
  const stripe = stripeOf(wanted)
  const mail = mailOf(wanted)
  const keys = await openDatabase(program, environment, wanted.keys)
  // After the database, whose refusal of a second start says more.
  await checkPort({ port: environment.PORT, host: environment.HOST })
  const { databaseUrl, serviceRoleKey } = keys
  const supabaseDir = environment.SUPABASE_DIR
  await program.step(
    (count) =>
      count > 0 ? `Database brought up to date (${count} migrations)` : 'Database is up to date',
    () => migrate({ databaseUrl, supabaseDir }),
  )
  const identity = product && environment.standIns
  const { world, standIns } = await program.step(
    stripe.isStandIn ? 'Backend and Stripe sandbox' : 'Backend',
    async () => {
      const standIns =
        stripe.isStandIn || mail === 'sandbox' || identity
          ? await openStandIns({
              siteUrl: environment.SITE_URL,
              dataDir: environment.HOURSPACE_DATA_DIR,
              serviceRoleKey,
              stripe: stripe.isStandIn ? stripe.keys : undefined,
              mail: mail === 'sandbox',
              identity,
              samlKey: samlSettings(environment)?.privateKey ?? null,
            })
          : noStandIns
      const options = worldOptions({ ...wanted, keys }, monitoring)
      return { standIns, world: await openWorld(options, standIns) }
    },
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
          serviceRoleKey,
          standInKey: stripe.isStandIn ? keys.stripeSecretKey : undefined,
          fetch: world.fetch,
        }),
    )
  }
  const demo = await isSeeded(databaseUrl)
  return { world, blueprint: { parts, environment, keys, standIns: standIns.links, demo } }
}

/** Generated secrets, with those the environment gives in their place; all API keys fit the secret. */
async function chooseKeys(environment: Environment): Promise<Keys> {
  const stored = await loadKeys(environment.HOURSPACE_DATA_DIR)
  const jwtSecret = environment.JWT_SECRET ?? stored.jwtSecret
  const signed = jwtSecret === stored.jwtSecret ? stored : await signApiKeys(jwtSecret)
  const short = deriveApiKeys(jwtSecret)
  return {
    ...stored,
    jwtSecret,
    publishableKey: environment.SUPABASE_PUBLISHABLE_KEY ?? short.publishable,
    secretKey: environment.SUPABASE_SECRET_KEY ?? short.secret,
    anonKey: environment.ANON_KEY ?? signed.anonKey,
    serviceRoleKey: environment.SERVICE_ROLE_KEY ?? signed.serviceRoleKey,
  }
}
