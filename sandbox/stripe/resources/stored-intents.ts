import type Stripe from 'stripe'
import type { Call, EventContext, StripeContext } from '../core/context.ts'
import { invalidRequest, noSuch, type StripeError } from '../core/errors.ts'
import { emit } from '../webhooks/emit.ts'
import { findObject } from './handlers.ts'

type Challenge = { token: string; returnUrl: string | null }

/**
 * A payment intent with its 3-D Secure challenges. In the status requires_action, the last
 * challenge is pending. With `refusesCapture`, the authorization can no longer be captured.
 */
export type StoredIntent = Stripe.PaymentIntent & {
  $sandbox?: { challenges?: Challenge[]; refusesCapture?: true }
}

export function findIntent({ store }: StripeContext, id: string, param = 'intent'): StoredIntent {
  return findObject<StoredIntent>(store, 'payment_intent', id, { param })
}

export function cancelIntent(
  context: EventContext,
  intent: StoredIntent,
  reason: StoredIntent['cancellation_reason'],
): StoredIntent {
  intent.status = 'canceled'
  intent.amount_capturable = 0
  intent.canceled_at = context.clock.seconds()
  intent.cancellation_reason = reason
  intent.next_action = null
  context.store.update(intent)
  emit(context, 'payment_intent.canceled', intent)
  return intent
}

export function unexpectedState(intent: StoredIntent, message: string): StripeError {
  return invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

/** Payment intent fields that the API returns to callers with the publishable key. */
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

export function clientView(call: Call, intent: StoredIntent): StoredIntent {
  if (call.audience === 'secret') return intent
  return Object.fromEntries(
    clientFields.map((field) => [field, intent[field]]),
  ) as unknown as StoredIntent
}

/**
 * Throws a 404 error if the client secret does not belong to the intent. With the secret key, the
 * client secret is optional.
 */
export function checkClientSecret(
  call: Call,
  intent: StoredIntent,
  clientSecret: string | undefined,
): void {
  if (call.audience === 'secret' && clientSecret === undefined) return
  if (clientSecret !== intent.client_secret)
    throw noSuch('payment_intent', intent.id, 'client_secret')
}
