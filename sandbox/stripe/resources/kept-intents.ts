import type Stripe from 'stripe'
import type { Call, World } from '../core/call.ts'
import { invalidRequest, noSuch, type StripeError } from '../core/errors.ts'

/** A 3-D Secure step that was asked for: whom its page knows it by, and where it leads back to. */
type Challenge = { token: string; returnUrl: string | null }

/** The last challenge is the one that waits while the intent requires action. All stay: their pages lead back. */
export type KeptIntent = Stripe.PaymentIntent & {
  $sandbox?: { challenges: Challenge[] }
}

/** Throws StripeError (resource_missing), naming the parameter it came in. */
export function findIntent({ store }: World, id: string, param = 'intent'): KeptIntent {
  const intent = store.find<KeptIntent>('payment_intent', id)
  if (!intent) throw noSuch('payment_intent', id, param)
  return intent
}

/** The refusal of a step that the intent's status does not allow. */
export function unexpectedState(intent: KeptIntent, message: string): StripeError {
  return invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

/** What a browser may see of an intent; the rest needs the secret key. */
const clientFields = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const

/** The intent as the caller may see it. */
export function clientView(call: Call, intent: KeptIntent): KeptIntent {
  if (call.audience === 'secret') return intent
  return Object.fromEntries(
    clientFields.map((field) => [field, intent[field]]),
  ) as unknown as KeptIntent
}

/** A browser proves by the client secret that the intent is its own; to anybody else there is none. */
export function checkClientSecret(
  call: Call,
  intent: KeptIntent,
  clientSecret: string | undefined,
): void {
  if (call.audience === 'secret' && clientSecret === undefined) return
  if (clientSecret !== intent.client_secret)
    throw noSuch('payment_intent', intent.id, 'client_secret')
}
