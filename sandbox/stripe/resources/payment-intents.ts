import { z } from 'zod'
import type { Call, StripeContext } from '../core/context.ts'
import { invalidRequest } from '../core/errors.ts'
import { newId, randomToken } from '../core/ids.ts'
import { amount, boolean, currency, mergeMetadata, metadata, read, text } from '../core/params.ts'
import { emit } from '../webhooks/emit.ts'
import {
  cancelIntent,
  checkClientSecret,
  clientView,
  findIntent,
  unexpectedState,
  type StoredIntent,
} from './stored-intents.ts'
import { releaseAuthorization } from './authorizations.ts'
import { findCustomer } from './customers.ts'
import { confirmationFields, confirmIntent } from './payment-intent-confirmation.ts'
import { findPaymentMethod } from './payment-methods.ts'

const describing = {
  customer: z.string().optional(),
  setup_future_usage: z.enum(['', 'off_session', 'on_session']).optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  receipt_email: text.optional(),
  statement_descriptor: z.string().max(22).optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  transfer_group: text.optional(),
}

const createSchema = z.strictObject({
  ...describing,
  ...confirmationFields,
  amount,
  currency,
  automatic_payment_methods: z
    .strictObject({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  payment_method_types: z.array(z.literal('card')).min(1).optional(),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).optional(),
  confirmation_method: z.enum(['automatic', 'manual']).optional(),
  confirm: boolean.optional(),
})

export function createPaymentIntent(call: Call): object {
  const { payment_method, ...params } = read(createSchema, call.params)
  if (params.automatic_payment_methods && params.payment_method_types)
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
    )
  if (params.customer) findCustomer(call, params.customer)
  const method = payment_method && findPaymentMethod(call, payment_method, 'payment_method').id
  const intent = newIntent(call, params)
  if (method) Object.assign(intent, { payment_method: method, status: 'requires_confirmation' })
  call.store.insert(intent)
  emit(call, 'payment_intent.created', intent)
  return params.confirm
    ? confirmIntent(call, intent, { ...params, payment_method: method })
    : intent
}

const retrieveSchema = z.strictObject({
  client_secret: z.string().optional(),
  key: z.string().optional(),
})

export function retrievePaymentIntent(call: Call): object {
  const { client_secret } = read(retrieveSchema, call.params)
  const intent = findIntent(call, call.id)
  checkClientSecret(call, intent, client_secret)
  return clientView(call, intent)
}

const updateSchema = z.strictObject({
  ...describing,
  amount: amount.optional(),
  currency: currency.optional(),
  payment_method: z.string().optional(),
})

export function updatePaymentIntent(call: Call): StoredIntent {
  const { metadata, payment_method, setup_future_usage, ...fields } = read(
    updateSchema,
    call.params,
  )
  const intent = findIntent(call, call.id)
  const isOpen =
    intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation'
  if (!isOpen && (fields.amount ?? fields.currency ?? payment_method) !== undefined)
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation.`,
    )
  if (fields.customer) findCustomer(call, fields.customer)
  if (setup_future_usage !== undefined) intent.setup_future_usage = setup_future_usage || null
  if (payment_method) {
    intent.payment_method = findPaymentMethod(call, payment_method, 'payment_method').id
    intent.status = 'requires_confirmation'
  }
  Object.assign(intent, fields, { metadata: mergeMetadata(intent.metadata, metadata) })
  call.store.update(intent)
  return intent
}

const cancelSchema = z.strictObject({
  cancellation_reason: z
    .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])
    .optional(),
})

const cancelableStatuses = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
]

export function cancelPaymentIntent(call: Call): StoredIntent {
  const { cancellation_reason } = read(cancelSchema, call.params)
  const intent = findIntent(call, call.id)
  if (!cancelableStatuses.includes(intent.status))
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelableStatuses.join(', ')}.`,
    )
  if (intent.status === 'requires_capture') releaseAuthorization(call, intent)
  return cancelIntent(call, intent, cancellation_reason ?? null)
}

type CreateFields = Omit<z.infer<typeof createSchema>, 'payment_method' | 'payment_method_data'>

export function newIntent(
  { clock }: StripeContext,
  fields: CreateFields,
  id = newId('pi'),
): StoredIntent {
  // Like Stripe, enables `automatic_payment_methods` by default.
  const automatic = fields.payment_method_types
    ? undefined
    : (fields.automatic_payment_methods ?? { enabled: true })
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic
      ? { allow_redirects: automatic.allow_redirects ?? 'always', enabled: automatic.enabled }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: fields.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${randomToken(25)}`,
    confirmation_method: fields.confirmation_method ?? 'automatic',
    created: clock.seconds(),
    currency: fields.currency,
    customer: fields.customer ?? null,
    customer_account: null,
    description: fields.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, fields.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: fields.payment_method_types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: fields.receipt_email ?? null,
    review: null,
    setup_future_usage: fields.setup_future_usage || null,
    shipping: null,
    source: null,
    statement_descriptor: fields.statement_descriptor ?? null,
    statement_descriptor_suffix: fields.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: fields.transfer_group ?? null,
  }
}
