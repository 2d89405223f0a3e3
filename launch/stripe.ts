import { join } from 'node:path'
import type { Environment } from './environment.ts'
import type { Keys } from './keys.ts'
import { StartProblem } from './problem.ts'

/** Keys of Stripe, or of the stand-in that answers in its place. */
export type StripeKeys = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

/** Where the stand-in is. */
export const stripePath = '/_sandbox/stripe'

/**
 * The product takes cards through Stripe, or through its stand-in where stand-ins may run.
 *
 * @throws StartProblem when neither can be.
 */
export function chooseStripe(environment: Environment): StripeKeys | 'sandbox' {
  const own = ownStripe(environment)
  if (own) return own
  if (environment.standIns) return 'sandbox'
  throw new StartProblem(
    'STRIPE_SECRET_KEY is missing: NODE_ENV is production, so set it, or SANDBOX=1 to take test cards only.',
  )
}

/** The keys of the environment; undefined without any. Throws StartProblem when some are missing. */
export function ownStripe(environment: Environment): StripeKeys | undefined {
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

/** The stand-in's keys. */
export function standInStripe(
  keys: Pick<Keys, 'stripeSecretKey' | 'stripePublishableKey' | 'stripeWebhookSecret'>,
): StripeKeys {
  return {
    secretKey: keys.stripeSecretKey,
    publishableKey: keys.stripePublishableKey,
    webhookSecret: keys.stripeWebhookSecret,
  }
}

/** Starts the stand-in, whose code is loaded only here. `deliver` takes its webhooks to the functions without a network hop. */
export async function openStripeSandbox(
  { siteUrl, dataDir }: { siteUrl: string; dataDir: string },
  keys: StripeKeys,
  deliver: (request: Request) => Promise<Response>,
) {
  const { createStripeSandbox } = await import('@hourspace/sandbox/stripe/server.ts')
  return createStripeSandbox({
    ...keys,
    dataFile: join(dataDir, 'stripe.sqlite'),
    baseUrl: `${siteUrl}${stripePath}`,
    webhookUrl: `${siteUrl}/functions/v1/stripe-webhook`,
    deliver,
  })
}

/** The keys under the names that functions read; `apiBase` where the stand-in answers. */
export function stripeEnvironment(
  keys: StripeKeys | undefined,
  apiBase: string | undefined,
): Record<string, string> {
  if (!keys) return {}
  return {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    ...(apiBase && { STRIPE_API_BASE: apiBase }),
  }
}
