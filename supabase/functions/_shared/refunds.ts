import type { Stripe } from 'stripe'
import { query } from './database.ts'
import { logError } from './log.ts'
import { eventArguments, isRefusal, isSpentKey, stripeClient, type StripeEvent } from './stripe.ts'

type PendingRefund = {
  id: string
  payment_id: string
  amount_minor: number
  attempt: number
  key_number: number
  stripe_payment_intent_id: string
}

/**
 * Requests the due refunds of a payment and of the other payments of its booking. After an error, a
 * refund stays pending and `reconcile-payments` retries it. Stripe's third refusal ends the
 * retries.
 */
export async function makePendingRefunds(paymentId: string): Promise<void> {
  await makeRefunds(await pendingRefunds(paymentId))
}

/**
 * Requests up to 100 due refunds of all payments. `makePendingRefunds` does the same for one
 * booking.
 */
export async function makeAllPendingRefunds(): Promise<void> {
  await makeRefunds(await pendingRefunds(null))
}

async function makeRefunds(refunds: readonly PendingRefund[]): Promise<void> {
  for (const refund of refunds) {
    try {
      await query`update refunds set attempted_at = now() where id = ${refund.id}`
      await makeRefund(refund)
    } catch (cause) {
      logError(`refund ${refund.id} failed and stays pending; reconcile-payments retries`, cause)
      // After a refusal, or if the idempotency key is unusable, the next attempt uses a new key.
      // After other errors, such as a timeout, Stripe may have made the refund, so the retry uses
      // the same key.
      if (isRefusal(cause)) {
        await query`
          select record_refund_refusal(p_refund_id => ${refund.id}, p_attempt => ${refund.attempt},
            p_error => ${cause.message})`
      } else if (isSpentKey(cause)) {
        await query`
          select replace_refund_key(p_refund_id => ${refund.id}, p_attempt => ${refund.attempt},
            p_key_number => ${refund.key_number}, p_error => ${cause.message})`
      }
    }
  }
}

/** Stores all refunds of a payment, including those made in the Stripe dashboard. */
export async function recordRefundsOf(
  paymentId: string,
  intentId: string,
  event?: StripeEvent,
): Promise<void> {
  const made = stripeClient().refunds.list({ payment_intent: intentId, limit: 100 })
  for await (const refund of made) await recordRefund(paymentId, refund, event)
}

const pendingRefunds = (paymentId: string | null) =>
  query<PendingRefund>`select * from pending_refunds(p_payment_id => ${paymentId})`

/**
 * Requests a refund unless Stripe already lists it. The idempotency key is not enough, because
 * Stripe forgets keys after 24 hours. First stores the refunds of all payments of the booking,
 * because those made in the Stripe dashboard reduce the refund of a booking change.
 */
async function makeRefund({ id, payment_id, stripe_payment_intent_id }: PendingRefund) {
  const others = await query<{ id: string; stripe_payment_intent_id: string }>`
    select paid.id, paid.stripe_payment_intent_id
    from payment_of(${payment_id}) as refunded, booking_payments(refunded.booking_id) as paid
    where paid.id <> ${payment_id} and paid.stripe_payment_intent_id is not null`
  for (const other of others) await recordRefundsOf(other.id, other.stripe_payment_intent_id)
  await recordRefundsOf(payment_id, stripe_payment_intent_id)
  const pending = (await pendingRefunds(payment_id)).find((refund) => refund.id === id)
  if (!pending) return
  const made = await stripeClient().refunds.create(
    {
      payment_intent: stripe_payment_intent_id,
      amount: pending.amount_minor,
      metadata: { refund_id: id, attempt: String(pending.attempt) },
    },
    { idempotencyKey: keyOf(pending) },
  )
  await recordRefund(payment_id, made)
}

function keyOf({ id, attempt, key_number }: PendingRefund): string {
  const key = `refund:${id}:${attempt}`
  return key_number === 1 ? key : `${key}:${key_number}`
}

async function recordRefund(paymentId: string, refund: Stripe.Refund, event?: StripeEvent) {
  const { metadata, status } = refund
  const { id, type } = eventArguments(event)
  await query`
    select record_refund(p_payment_id => ${paymentId}, p_stripe_refund_id => ${refund.id},
      p_status => ${status ?? 'pending'}, p_amount_minor => ${refund.amount},
      p_has_left_balance => ${refund.balance_transaction !== null || status === 'succeeded'},
      p_refund_id => ${metadata?.refund_id ?? null},
      p_attempt => ${metadata?.attempt ? Number(metadata.attempt) : null},
      p_failure_reason => ${refund.failure_reason ?? null},
      p_event_id => ${id}, p_event_type => ${type})`
}
