import type { Stripe } from 'stripe'
import { env } from './env.ts'
import { query, queryValue } from './database.ts'
import { stripeClient } from './stripe.ts'

type SavedCard = { id: string; brand: string; last4: string }

/** Returns the id of a user's Stripe customer, or null if the user never chose to save a card. */
async function customerOf(userId: string): Promise<string | null> {
  const [row] = await query<{ id: string }>`
    select stripe_customer_id as id from payment_customers where user_id = ${userId}`
  return row?.id ?? null
}

export async function savedCardsOf(userId: string): Promise<SavedCard[]> {
  const customer = await customerOf(userId)
  if (!customer) return []
  const { data } = await stripeClient().customers.listPaymentMethods(customer, { type: 'card' })
  return data.flatMap(({ id, card }) =>
    card ? [{ id, brand: card.brand, last4: card.last4 }] : [],
  )
}

/** Sets whether Stripe saves the guest's card when the guest pays a PaymentIntent. */
export async function keepCard(intentId: string, userId: string, keep: boolean): Promise<void> {
  const stripe = stripeClient()
  if (!keep) {
    await stripe.paymentIntents.update(intentId, { setup_future_usage: '' })
    return
  }
  const customer =
    (await customerOf(userId)) ??
    (await queryValue<string>`
      select attach_payment_customer(p_user_id => ${userId}, p_customer_id => ${await newCustomer(userId)})`)
  await stripe.paymentIntents.update(intentId, { customer, setup_future_usage: 'off_session' })
}

async function newCustomer(userId: string): Promise<string> {
  const created = await stripeClient().customers.create(
    { metadata: { user_id: userId } },
    { idempotencyKey: `customer:${userId}` },
  )
  return created.id
}

/**
 * Pays a PaymentIntent with the user's newest saved card. The bank may require the guest to confirm
 * the payment. Returns the PaymentIntent unpaid if the user has no saved card.
 */
export async function payWithSavedCard(
  intentId: string,
  userId: string,
  returnPath: string,
): Promise<Stripe.PaymentIntent> {
  const stripe = stripeClient()
  const customer = await customerOf(userId)
  const [card] = await savedCardsOf(userId)
  if (!customer || !card) return stripe.paymentIntents.retrieve(intentId)
  await stripe.paymentIntents.update(intentId, { customer })
  return stripe.paymentIntents.confirm(intentId, {
    payment_method: card.id,
    return_url: new URL(returnPath, env('SITE_URL')).href,
  })
}

/** Deletes all saved cards of a user at Stripe. Idempotent. */
export async function removeCardsOf(userId: string): Promise<void> {
  const customer = await customerOf(userId)
  if (!customer) return
  const stripe = stripeClient()
  // Reads all pages before the first deletion, because a deleted card cannot be a page's cursor.
  const cards = await stripe.customers
    .listPaymentMethods(customer, { type: 'card', limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  for (const { id } of cards) await stripe.paymentMethods.detach(id)
}
