import type { Stripe } from 'stripe'
import { recordBankPayout } from '#functions/_shared/bank-payouts.ts'
import { recordDisputeState } from '#functions/_shared/disputes.ts'
import { failure, isFailure } from '#functions/_shared/errors.ts'
import { lookAtHostAccount } from '#functions/_shared/host-account.ts'
import { idOf } from '#functions/_shared/payment-intents.ts'
import { recordRefundsOf } from '#functions/_shared/refunds.ts'
import { respond } from '#functions/_shared/serve-json.ts'
import { settlePayment } from '#functions/_shared/settle-payment.ts'
import { stripeClient, verifiedEvent } from '#functions/_shared/stripe.ts'

/**
 * Stripe's events arrive twice, late and out of order. An event is therefore only a hint to look:
 * the state comes from the API, and every step may be repeated. Anything but 2xx makes Stripe try
 * again, for days.
 */
export const handler = (request: Request): Promise<Response> =>
  respond(request, async () => {
    const event = await readEvent(request)
    await workOn(event)
    return Response.json({ received: true })
  })

async function readEvent(request: Request): Promise<Stripe.Event> {
  const rawBody = await request.text()
  try {
    return await verifiedEvent(rawBody, request.headers.get('stripe-signature') ?? '')
  } catch {
    throw failure('bad_signature')
  }
}

async function workOn(event: Stripe.Event): Promise<void> {
  try {
    switch (event.type) {
      case 'payment_intent.succeeded':
      case 'payment_intent.canceled':
        return await lookAtPayment(event.data.object.id, event)
      case 'charge.dispute.created':
      case 'charge.dispute.updated':
      case 'charge.dispute.closed':
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.funds_reinstated':
        return await lookAtDispute(event.data.object.id, event)
      case 'charge.refunded':
      case 'refund.created':
      case 'refund.updated':
      case 'refund.failed':
      case 'charge.refund.updated':
        return await lookAtRefunds(idOf(event.data.object.payment_intent), event)
      case 'account.updated':
        await lookAtHostAccount(event.data.object.id, event)
        return
      case 'payout.paid':
      case 'payout.failed':
        return await lookAtBankPayout(event.data.object.id, event)
    }
  } catch (cause) {
    // A payment of another installation that shares the Stripe account: none of our business.
    if (!isFailure(cause, 'payment_not_found')) throw cause
  }
}

async function lookAtPayment(intentId: string, event: Stripe.Event): Promise<void> {
  await settlePayment(await stripeClient().paymentIntents.retrieve(intentId), event)
}

async function lookAtDispute(disputeId: string, event: Stripe.Event): Promise<void> {
  const dispute = await stripeClient().disputes.retrieve(disputeId)
  const payment = await settledPayment(idOf(dispute.payment_intent))
  if (payment) await recordDisputeState(dispute, event)
}

/** One look at all of a payment's refunds: which of them the news is about makes no difference. */
async function lookAtRefunds(intentId: string | null, event: Stripe.Event): Promise<void> {
  const payment = await settledPayment(intentId)
  if (payment && intentId) await recordRefundsOf(payment, intentId, event)
}

/** The payment of an intent, after its own news, which may not have come yet; null if not ours. */
async function settledPayment(intentId: string | null): Promise<string | null> {
  if (!intentId) return null
  const intent = await stripeClient().paymentIntents.retrieve(intentId)
  await settlePayment(intent)
  return intent.metadata.payment_id ?? null
}

/** A payout from a host's Stripe account to their bank; the platform's own have no account. */
async function lookAtBankPayout(payoutId: string, event: Stripe.Event): Promise<void> {
  if (!event.account) return
  const stripeAccount = { stripeAccount: event.account }
  const payout = await stripeClient().payouts.retrieve(payoutId, {}, stripeAccount)
  await recordBankPayout(event.account, payout, event)
}
