import { z } from 'zod'
import type { Keys } from '../keys.ts'
import { StartupError } from '../startup-error.ts'
import { list, missingVariable } from './values.ts'

export type StripeKeys = {
  secretKey: string
  publishableKey: string
  /** All accepted webhook secrets. During a rotation, a webhook endpoint has two secrets. */
  webhookSecrets: string[]
}

/** Schema of a Stripe key. Detects truncated and made-up keys by their prefix and length. */
const key = (pattern: RegExp, prefixes: string) =>
  z
    .string()
    .regex(
      pattern,
      `must be ${prefixes} followed by at least 24 characters: copy it from the Stripe dashboard`,
    )

export const stripeSection = z.object({
  STRIPE_SECRET_KEY: key(/^[sr]k_(live|test)_\w{24,}$/, 'sk_live_, sk_test_, rk_live_ or rk_test_')
    .optional()
    .describe('Charges cards through Stripe; requires the two keys below'),
  STRIPE_PUBLISHABLE_KEY: key(/^pk_(live|test)_\w{24,}$/, 'pk_live_ or pk_test_')
    .optional()
    .describe('Key for the browser'),
  STRIPE_WEBHOOK_SECRET: list
    .pipe(z.array(key(/^whsec_[\w+/=]{24,}$/, 'whsec_')))
    .optional()
    .describe(
      'Signing secrets of the webhook endpoints (platform and Connect), separated by commas; an event that one of them verifies is accepted (`docs/stripe.md`)',
    ),
})

export function isLiveStripeKey(secretKey: string | undefined): boolean {
  return /^[sr]k_live_/.test(secretKey ?? '')
}

type StripeEnvironment = z.output<typeof stripeSection>

/**
 * Returns the Stripe keys. Without STRIPE_SECRET_KEY, returns 'fake' where fakes are allowed,
 * otherwise throws StartupError. Also throws StartupError if the keys are incomplete, or if only
 * one of them is a live key.
 */
export function chooseStripe(
  environment: StripeEnvironment & { allowFakes: boolean },
): StripeKeys | 'fake' {
  const keys = realStripe(environment)
  if (keys) return keys
  if (environment.allowFakes) return 'fake'
  throw new StartupError(
    'STRIPE_SECRET_KEY is missing: set it to accept payments, or set SANDBOX=1 for a public demo that accepts test cards only.',
  )
}

/**
 * Returns the Stripe keys, or undefined without STRIPE_SECRET_KEY. Throws StartupError if another
 * key is missing, or if only one of the keys is a live key.
 */
export function realStripe(environment: StripeEnvironment): StripeKeys | undefined {
  if (!environment.STRIPE_SECRET_KEY) return undefined
  const { STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = environment
  if (!STRIPE_PUBLISHABLE_KEY) throw missingVariable('STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY')
  if (!STRIPE_WEBHOOK_SECRET) throw missingVariable('STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY')
  const keys = {
    secretKey: environment.STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: STRIPE_WEBHOOK_SECRET,
  }
  if (isLiveStripeKey(keys.secretKey) !== keys.publishableKey.startsWith('pk_live_'))
    throw new StartupError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.',
    )
  return keys
}

export function fakeStripeKeys(
  keys: Pick<
    Keys,
    | 'stripeSecretKey'
    | 'stripePublishableKey'
    | 'stripeWebhookSecret'
    | 'stripeConnectWebhookSecret'
  >,
): StripeKeys {
  return {
    secretKey: keys.stripeSecretKey,
    publishableKey: keys.stripePublishableKey,
    webhookSecrets: [keys.stripeWebhookSecret, keys.stripeConnectWebhookSecret],
  }
}

export function stripeVariables(
  keys: StripeKeys | undefined,
  apiBase: string | undefined,
): Record<string, string> {
  if (!keys) return {}
  return {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecrets.join(','),
    ...(apiBase && { STRIPE_API_BASE: apiBase }),
  }
}
