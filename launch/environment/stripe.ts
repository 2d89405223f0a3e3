import { z } from 'zod'
import type { Keys } from '../keys.ts'
import { StartupError } from '../startup-error.ts'
import { missingVariable, prefixed } from './values.ts'

export type StripeKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

export const stripeSection = z.object({
  STRIPE_SECRET_KEY: prefixed(/^[sr]k_/, 'sk_ or rk_')
    .optional()
    .describe('Charges cards through Stripe; requires the two keys below'),
  STRIPE_PUBLISHABLE_KEY: prefixed(/^pk_/, 'pk_').optional().describe('Key for the browser'),
  STRIPE_WEBHOOK_SECRET: prefixed(/^whsec_/, 'whsec_')
    .optional()
    .describe('Signing secret of the webhook `/functions/v1/stripe-webhook`'),
})

type StripeEnvironment = z.output<typeof stripeSection>

/** Chooses Stripe if its keys are set, otherwise the fake. Throws StartupError without either. */
export function chooseStripe(
  environment: StripeEnvironment & { allowFakes: boolean },
): StripeKeys | 'fake' {
  const keys = realStripe(environment)
  if (keys) return keys
  if (environment.allowFakes) return 'fake'
  throw new StartupError(
    'STRIPE_SECRET_KEY is missing: set it for production, or set SANDBOX=1 to accept test cards only.',
  )
}

/** Returns the Stripe keys, if any. Throws StartupError when only some are set. */
export function realStripe(environment: StripeEnvironment): StripeKeys | undefined {
  if (!environment.STRIPE_SECRET_KEY) return undefined
  const required = (name: 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET') => {
    const value = environment[name]
    if (!value) throw missingVariable(name, 'STRIPE_SECRET_KEY')
    return value
  }
  return {
    secretKey: environment.STRIPE_SECRET_KEY,
    publishableKey: required('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: required('STRIPE_WEBHOOK_SECRET'),
  }
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
