import type Stripe from 'stripe'
import { z } from 'zod'
import type { EventContext, Call } from '../core/context.ts'
import { cardError, invalidRequest } from '../core/errors.ts'
import { randomToken } from '../core/ids.ts'
import { present } from '../core/present.ts'
import { boolean, read, text } from '../core/params.ts'
import { authenticationRequired, type Decline } from '../core/test-cards.ts'
import { emit } from '../webhooks/emit.ts'
import { chargeCard } from './charges.ts'
import { checkOwner } from './customers.ts'
import { openDispute } from './disputes.ts'
import {
  checkClientSecret,
  clientView,
  findIntent,
  unexpectedState,
  type StoredIntent,
} from './stored-intents.ts'
import {
  findPaymentMethod,
  keepPaymentMethod,
  paymentMethodFields,
  type StoredPaymentMethod,
} from './payment-methods.ts'

export const confirmationFields = {
  payment_method: z.string().optional(),
  payment_method_data: z.strictObject(paymentMethodFields).optional(),
  return_url: z.url().optional(),
  use_stripe_sdk: boolean.optional(),
  off_session: boolean.optional(),
  error_on_requires_action: boolean.optional(),
}

const confirmationSchema = z.strictObject(confirmationFields)
type Confirmation = z.infer<typeof confirmationSchema>

const confirmSchema = z.strictObject({
  ...confirmationFields,
  client_secret: z.string().optional(),
  key: z.string().optional(),
  receipt_email: text.optional(),
})

export function confirmPaymentIntent(call: Call): object {
  const confirmation = read(confirmSchema, call.params)
  const intent = findIntent(call, call.id)
  checkClientSecret(call, intent, confirmation.client_secret)
  intent.receipt_email = confirmation.receipt_email ?? intent.receipt_email
  return confirmIntent(call, intent, confirmation)
}

export function confirmIntent(
  call: Call,
  intent: StoredIntent,
  confirmation: Confirmation,
): object {
  checkConfirmable(intent, confirmation)
  const method = chosenMethod(call, intent, confirmation)
  checkOwner(method, intent.customer)
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = null
  const { behavior } = method.$sandbox
  if (behavior.authenticate && (confirmation.off_session || confirmation.error_on_requires_action))
    throw charge(call, intent, method, { decline: authenticationRequired, authenticated: false })
  if (behavior.authenticate)
    return clientView(call, askForAuthentication(call, intent, confirmation))
  const cardError = charge(call, intent, method, {
    decline: behavior.decline,
    authenticated: false,
  })
  if (cardError) throw cardError
  return clientView(call, intent)
}

/** Completes the 3-D Secure step. Does nothing if the intent no longer requires this step. */
export function finishAuthentication(
  context: EventContext,
  intent: StoredIntent,
  isAuthenticated: boolean,
): StoredIntent {
  if (intent.status !== 'requires_action' || typeof intent.payment_method !== 'string')
    return intent
  const method = findPaymentMethod(context, intent.payment_method, 'payment_method')
  intent.next_action = null
  if (isAuthenticated)
    charge(context, intent, method, {
      decline: method.$sandbox.behavior.decline,
      authenticated: true,
    })
  else failAuthentication(context, intent, method)
  return intent
}

function checkConfirmable(intent: StoredIntent, confirmation: Confirmation): void {
  if (['succeeded', 'requires_capture', 'canceled'].includes(intent.status))
    throw unexpectedState(
      intent,
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    )
  const mayRedirect =
    intent.automatic_payment_methods?.enabled &&
    intent.automatic_payment_methods.allow_redirects !== 'never'
  if (
    mayRedirect &&
    !confirmation.return_url &&
    !confirmation.use_stripe_sdk &&
    !confirmation.off_session
  )
    throw invalidRequest(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      { payment_intent: intent },
    )
}

function chosenMethod(
  call: Call,
  intent: StoredIntent,
  confirmation: Confirmation,
): StoredPaymentMethod {
  if (confirmation.payment_method_data)
    return keepPaymentMethod(call, confirmation.payment_method_data)
  const id = confirmation.payment_method ?? intent.payment_method
  if (typeof id !== 'string')
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  return findPaymentMethod(call, id, 'payment_method')
}

function askForAuthentication(
  call: Call,
  intent: StoredIntent,
  confirmation: Confirmation,
): StoredIntent {
  const token = randomToken(32)
  const url = `${call.config.baseUrl}/authenticate/${intent.id}/${token}`
  const returnUrl = confirmation.return_url ?? null
  intent.status = 'requires_action'
  intent.next_action = confirmation.use_stripe_sdk
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      }
    : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
  intent.$sandbox = { challenges: [...(intent.$sandbox?.challenges ?? []), { token, returnUrl }] }
  call.store.update(intent)
  emit(call, 'payment_intent.requires_action', intent)
  return intent
}

/** Charges the card and updates the payment intent. Returns the card error after a decline. */
function charge(
  context: EventContext,
  intent: StoredIntent,
  method: StoredPaymentMethod,
  { decline, authenticated }: { decline: Decline | undefined; authenticated: boolean },
) {
  const made = chargeCard(context, { intent, method, decline, authenticated })
  if (!decline && typeof intent.customer === 'string' && intent.setup_future_usage) {
    method.customer = intent.customer
    context.store.update(method)
  }
  intent.latest_charge = made.id
  if (decline) {
    const details = { ...decline, charge: made.id, payment_method: present(method) }
    backToChoosing(context, intent, cardError(details).body)
    return cardError({ ...details, payment_intent: intent })
  }
  if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture'
    intent.amount_capturable = intent.amount
    context.store.update(intent)
    emit(context, 'payment_intent.amount_capturable_updated', intent)
    return undefined
  }
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  context.store.update(intent)
  emit(context, 'payment_intent.succeeded', intent)
  disputeAsCardDoes(context, made)
  return undefined
}

export function disputeAsCardDoes(context: EventContext, charge: Stripe.Charge): void {
  const method = findPaymentMethod(context, charge.payment_method ?? '', 'payment_method')
  const { dispute } = method.$sandbox.behavior
  if (dispute)
    openDispute(context, charge, { reason: 'fraudulent', isInquiry: dispute === 'inquiry' })
}

function failAuthentication(
  context: EventContext,
  intent: StoredIntent,
  method: StoredPaymentMethod,
): void {
  backToChoosing(context, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: present(method),
  })
}

function backToChoosing(
  context: EventContext,
  intent: StoredIntent,
  error: NonNullable<StoredIntent['last_payment_error']>,
): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = error
  context.store.update(intent)
  emit(context, 'payment_intent.payment_failed', intent)
}
