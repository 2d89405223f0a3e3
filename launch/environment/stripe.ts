import { z } from 'zod'
import type { Keys } from '../keys.ts'
import { StartupError } from '../startup-error.ts'
import { missingVariable } from './values.ts'

export type StripeKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

/** Checks both length and prefix of a key, in order to detect truncated or invented keys. */
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
  STRIPE_WEBHOOK_SECRET: key(/^whsec_[\w+/=]{24,}$/, 'whsec_')
    .optional()
    .describe('Signing secret of the webhook `/functions/v1/stripe-webhook`'),
})

export function isLiveStripeKey(secretKey: string | undefined): boolean {
  return /^[sr]k_live_/.test(secretKey ?? '')
}

type StripeEnvironment = z.output<typeof stripeSection>

/**
 * Chooses Stripe if its keys are set, otherwise the Stripe fake. Throws StartupError if neither is
 * possible.
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
 * Returns the Stripe keys; undefined if all are missing. Throws StartupError if some are missing.
 */
export function realStripe(environment: StripeEnvironment): StripeKeys | undefined {
  if (!environment.STRIPE_SECRET_KEY) return undefined
  const required = (name: 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET') => {
    const value = environment[name]
    if (!value) throw missingVariable(name, 'STRIPE_SECRET_KEY')
    return value
  }
  const keys = {
    secretKey: environment.STRIPE_SECRET_KEY,
    publishableKey: required('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: required('STRIPE_WEBHOOK_SECRET'),
  }
  if (isLiveStripeKey(keys.secretKey) !== keys.publishableKey.startsWith('pk_live_'))
    throw new StartupError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.',
    )
  return keys
}

export function fakeStripeKeys(
  keys: Pick<Keys, 'stripeSecretKey' | 'stripePublishableKey' | 'stripeWebhookSecret'>,
): StripeKeys {
  return {
    secretKey: keys.stripeSecretKey,
    publishableKey: keys.stripePublishableKey,
    webhookSecret: keys.stripeWebhookSecret,
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
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    ...(apiBase && { STRIPE_API_BASE: apiBase }),
  }
}
