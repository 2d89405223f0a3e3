import type { Stripe } from 'stripe'
import { failure, isFailure } from '#functions/_shared/errors.ts'
import { recordAccountState } from '#functions/_shared/host-account.ts'
import { idOf } from '#functions/_shared/payment-intents.ts'
import { respond } from '#functions/_shared/serve-json.ts'
import { settlePayment } from '#functions/_shared/settle-payment.ts'
import { recordDispute } from '#functions/_shared/steps.ts'
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
        return await lookAtDispute(event.data.object.id, event)
      case 'account.updated':
        return await lookAtAccount(event.data.object.id, event)
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
  const intentId = idOf(dispute.payment_intent)
  const chargeId = idOf(dispute.charge)
  if (!intentId || !chargeId) return
  // The news of the payment itself may not have come yet.
  await settlePayment(await stripeClient().paymentIntents.retrieve(intentId))
  const isEnquiry = dispute.status.startsWith('warning_')
  await recordDispute(
    {
      id: dispute.id,
      chargeId,
      state: disputeState(dispute.status),
      amountMinor: isEnquiry ? 0 : dispute.amount,
    },
    event,
  )
}

function disputeState(status: Stripe.Dispute.Status): 'open' | 'won' | 'lost' {
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

async function lookAtAccount(accountId: string, event: Stripe.Event): Promise<void> {
  await recordAccountState(await stripeClient().accounts.retrieve(accountId), event)
}
