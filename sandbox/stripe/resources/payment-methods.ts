import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call, World } from '../core/call.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { mergeMetadata, metadata, read, text } from '../core/params.ts'
import { cardByAlias, liveCard, testCards, type CardBehaviour } from '../core/test-cards.ts'
import { cardSchema, validCard, type CardDetails } from './card-details.ts'

export type KeptPaymentMethod = Stripe.PaymentMethod & {
  $sandbox: { behaviour: CardBehaviour; checksCvc: boolean }
}

const billingDetails = z
  .strictObject({
    name: text.optional(),
    email: text.optional(),
    phone: text.optional(),
    tax_id: text.optional(),
    address: z.record(z.string(), text).optional(),
  })
  .optional()

/** `payment_method_data` of a confirmation, and the body that makes a PaymentMethod. */
export const paymentMethodFields = {
  type: z.literal('card'),
  card: cardSchema,
  billing_details: billingDetails,
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  metadata: metadata.optional(),
}

const createSchema = z.strictObject({ ...paymentMethodFields, key: z.string().optional() })

type PaymentMethodData = Omit<z.infer<typeof createSchema>, 'key'>

export function createPaymentMethod(call: Call): KeptPaymentMethod {
  return keepPaymentMethod(call, read(createSchema, call.params))
}

export function retrievePaymentMethod(call: Call): KeptPaymentMethod {
  return findPaymentMethod(call, call.id, 'id')
}

/** Makes a PaymentMethod of card details, or refuses them as Stripe's first check does. */
export function keepPaymentMethod(world: World, data: PaymentMethodData): KeptPaymentMethod {
  const method = fromCard(world, data.card, data)
  world.store.insert(method)
  return method
}

/** The PaymentMethod with this id; `pm_card_visa` and its like make a new one. */
export function findPaymentMethod(world: World, id: string, param: string): KeptPaymentMethod {
  const known = world.store.find<KeptPaymentMethod>('payment_method', id)
  if (known) return known
  const alias = cardByAlias(id)
  if (!alias) throw noSuch('PaymentMethod', id, param)
  const nextYear = world.clock.now().getUTCFullYear() + 1
  return keepPaymentMethod(world, {
    type: 'card',
    card: { number: alias.number, exp_month: 12, exp_year: nextYear },
  })
}

function fromCard(
  { clock }: World,
  details: CardDetails,
  {
    billing_details = {},
    metadata: pairs,
    allow_redisplay = 'unspecified',
  }: Partial<PaymentMethodData>,
): KeptPaymentMethod {
  const { number, month, year } = validCard(details, clock.now())
  const testCard = testCards.find((card) => card.number === number)
  const address = billing_details.address ?? {}
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay,
    billing_details: {
      address: {
        city: address['city'] ?? null,
        country: address['country'] ?? null,
        line1: address['line1'] ?? null,
        line2: address['line2'] ?? null,
        postal_code: address['postal_code'] ?? null,
        state: address['state'] ?? null,
      },
      email: billing_details.email ?? null,
      name: billing_details.name ?? null,
      phone: billing_details.phone ?? null,
      tax_id: billing_details.tax_id ?? null,
    },
    card: {
      brand: testCard?.brand ?? 'unknown',
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: 'unchecked',
      },
      country: 'US',
      display_brand: testCard?.brand ?? 'other',
      exp_month: month,
      exp_year: year,
      fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
      funding: testCard?.alias.endsWith('_debit') ? 'debit' : 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [testCard?.brand ?? 'unknown'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: clock.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, pairs),
    type: 'card',
    $sandbox: {
      behaviour: testCard?.behaviour ?? { decline: liveCard },
      checksCvc: details.cvc !== undefined,
    },
  }
}

/** The card of a method, which every method of the sandbox has. */
export function cardOf(method: KeptPaymentMethod): Stripe.PaymentMethod.Card {
  if (!method.card) throw invalidRequest('Only cards can be charged.', { param: 'payment_method' })
  return method.card
}
