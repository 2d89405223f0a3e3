import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call, StripeContext } from '../core/context.ts'
import { invalidRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { listPage } from '../core/lists.ts'
import { mergeMetadata, metadata, pagination, read, text } from '../core/params.ts'
import { findObject } from './handlers.ts'
import { findPaymentMethod, type StoredPaymentMethod } from './payment-methods.ts'

const createSchema = z.strictObject({
  description: text.optional(),
  email: text.optional(),
  metadata: metadata.optional(),
  name: text.optional(),
})

type StoredCustomer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'description' | 'email' | 'livemode' | 'metadata'
> & { name: string | null }

export function createCustomer(call: Call): StoredCustomer {
  const params = read(createSchema, call.params)
  const customer: StoredCustomer = {
    id: newId('cus'),
    object: 'customer',
    created: call.clock.seconds(),
    description: params.description ?? null,
    email: params.email ?? null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
  }
  call.store.insert(customer)
  return customer
}

export function findCustomer({ store }: StripeContext, id: string, param = 'customer') {
  return findObject<StoredCustomer>(store, 'customer', id, { param })
}

const listSchema = z.strictObject({ type: z.literal('card').optional(), ...pagination })

export function listCustomerMethods(call: Call) {
  const customer = findCustomer(call, call.id, 'customer').id
  const params = read(listSchema, call.params)
  return listPage(
    call.store,
    'payment_method',
    `/v1/customers/${customer}/payment_methods`,
    params,
    {
      where: { customer },
    },
  )
}

/** Detaches a payment method from its customer. The method cannot be used again. */
export function detachPaymentMethod(call: Call): StoredPaymentMethod {
  const method = findPaymentMethod(call, call.id, 'payment_method')
  if (!method.customer)
    throw invalidRequest('The payment method you provided is not attached to a customer.', {
      param: 'payment_method',
    })
  method.customer = null
  method.$sandbox.wasDetached = true
  call.store.update(method)
  return method
}

/** Throws if a payment method belongs to another customer or has been detached. */
export function checkOwner(
  method: StoredPaymentMethod,
  customer: Stripe.PaymentIntent['customer'],
): void {
  if (method.$sandbox.wasDetached)
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param: 'payment_method' },
    )
  if (method.customer && method.customer !== customer)
    throw invalidRequest(
      `The payment method ${method.id} does not belong to the customer of this PaymentIntent. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
      { param: 'payment_method' },
    )
}
