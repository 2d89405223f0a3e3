import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call, StripeContext } from '../core/context.ts'
import { invalidRequest, noSuch, cardError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { mergeMetadata, metadata, read, text, integer } from '../core/params.ts'
import { cardByAlias, liveCard, testCards, type CardBehavior } from '../core/test-cards.ts'

const cardSchema = z.strictObject({
  number: z.string(),
  exp_month: integer,
  exp_year: integer,
  cvc: z.string().optional(),
})

export type StoredPaymentMethod = Stripe.PaymentMethod & {
  $sandbox: { behavior: CardBehavior; checksCvc: boolean; wasDetached?: true }
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

export const paymentMethodFields = {
  type: z.literal('card'),
  card: cardSchema,
  billing_details: billingDetails,
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  metadata: metadata.optional(),
}

const createSchema = z.strictObject({ ...paymentMethodFields, key: z.string().optional() })

type PaymentMethodData = Omit<z.infer<typeof createSchema>, 'key'>

export function createPaymentMethod(call: Call): StoredPaymentMethod {
  return keepPaymentMethod(call, read(createSchema, call.params))
}

export function retrievePaymentMethod(call: Call): StoredPaymentMethod {
  return findPaymentMethod(call, call.id, 'id')
}

export function keepPaymentMethod(
  context: StripeContext,
  data: PaymentMethodData,
): StoredPaymentMethod {
  const method = fromCard(context, data.card, data)
  context.store.insert(method)
  return method
}

/** Finds a payment method. A test id such as `pm_card_visa` creates a new payment method. */
export function findPaymentMethod(
  context: StripeContext,
  id: string,
  param: string,
): StoredPaymentMethod {
  const stored = context.store.find<StoredPaymentMethod>('payment_method', id)
  if (stored) return stored
  const alias = cardByAlias(id)
  if (!alias) throw noSuch('PaymentMethod', id, param)
  const nextYear = context.clock.now().getUTCFullYear() + 1
  return keepPaymentMethod(context, {
    type: 'card',
    card: { number: alias.number, exp_month: 12, exp_year: nextYear },
  })
}

function fromCard(
  { clock }: StripeContext,
  details: CardDetails,
  {
    billing_details = {},
    metadata: pairs,
    allow_redisplay = 'unspecified',
  }: Partial<PaymentMethodData>,
): StoredPaymentMethod {
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
      behavior: testCard?.behavior ?? { decline: liveCard },
      checksCvc: details.cvc !== undefined,
    },
  }
}

export function cardOf(method: StoredPaymentMethod): Stripe.PaymentMethod.Card {
  if (!method.card) throw invalidRequest('Only cards can be charged.', { param: 'payment_method' })
  return method.card
}

type CardDetails = z.infer<typeof cardSchema>

/** Throws a card error if the number, expiry date or CVC is invalid at the time `now`. */
function validCard(card: CardDetails, now: Date): { number: string; month: number; year: number } {
  const number = card.number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardProblem('number', 'incorrect_number', 'Your card number is incorrect.')
  const month = card.exp_month
  if (month < 1 || month > 12)
    throw cardProblem(
      'exp_month',
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
    )
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year
  const monthsLeft = (year - now.getUTCFullYear()) * 12 + month - (now.getUTCMonth() + 1)
  if (monthsLeft < 0 || monthsLeft > 50 * 12)
    throw cardProblem('exp_year', 'invalid_expiry_year', "Your card's expiration year is invalid.")
  const cvcLength = /^3[47]/.test(number) ? 4 : 3
  if (card.cvc !== undefined && !new RegExp(`^\\d{${cvcLength}}$`).test(card.cvc))
    throw cardProblem('cvc', 'invalid_cvc', "Your card's security code is invalid.")
  return { number, month, year }
}

function cardProblem(param: string, code: string, message: string) {
  return cardError({ code, message, param })
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 1 : 2)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}
