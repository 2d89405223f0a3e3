import type { Stripe } from 'stripe'
import { z } from 'zod'
import { query } from './database.ts'
import { isFailure } from './errors.ts'
import { refreshHostAccount } from './host-account.ts'
import { recordRefundsOf } from './refunds.ts'
import { bookingOfIntent, settlePayment } from './settle-payment.ts'
import { idOf, stripeClient } from './stripe.ts'

/**
 * Processes a webhook event. Reads the current state from Stripe's API, because events can arrive
 * late, repeatedly and out of order. Idempotent.
 */
export async function processEvent(event: Stripe.Event): Promise<void> {
  try {
    switch (event.type) {
      case 'payment_intent.amount_capturable_updated':
      case 'payment_intent.succeeded':
      case 'payment_intent.canceled':
        if (await bookingOfIntent(event.data.object.id, event)) return
        await settlePayment(
          await stripeClient().paymentIntents.retrieve(event.data.object.id),
          event,
        )
        return
      case 'charge.dispute.created':
      case 'charge.dispute.updated':
      case 'charge.dispute.closed':
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.funds_reinstated':
        return await refreshDispute(event.data.object.id, event)
      case 'charge.refunded':
      case 'refund.created':
      case 'refund.updated':
      case 'refund.failed':
      case 'charge.refund.updated':
        return await refreshRefunds(idOf(event.data.object.payment_intent), event)
      case 'transfer.reversed':
        return await recordReversalsOf(event.data.object, event)
      case 'account.updated':
        await refreshHostAccount(event.data.object.id, event)
        return
      case 'payout.created':
      case 'payout.updated':
      case 'payout.paid':
      case 'payout.failed':
        return await refreshBankPayouts(event.data.object.id, event)
    }
  } catch (cause) {
    // Ignores payments of other projects that share this Stripe account.
    if (!isFailure(cause, 'payment_not_found')) throw cause
  }
}

async function refreshRefunds(intentId: string | null, event: Stripe.Event): Promise<void> {
  const payment = await settledPayment(intentId)
  if (payment && intentId) await recordRefundsOf(payment, intentId, event)
}

/**
 * Settles a PaymentIntent, which must happen before its refund or dispute is stored. Returns the
 * payment's id, or null if the payment belongs to another project.
 */
async function settledPayment(intentId: string | null): Promise<string | null> {
  if (!intentId) return null
  const intent = await stripeClient().paymentIntents.retrieve(intentId)
  await settlePayment(intent)
  return intent.metadata.payment_id ?? null
}

/**
 * Stores a dispute's state. A negative balance transaction means that the amount was withdrawn, a
 * positive one that it was reinstated. An inquiry has no balance transaction.
 */
async function refreshDispute(disputeId: string, event: Stripe.Event): Promise<void> {
  const dispute = await stripeClient().disputes.retrieve(disputeId)
  const payment = await settledPayment(idOf(dispute.payment_intent))
  const chargeId = idOf(dispute.charge)
  if (!payment || !chargeId) return
  const dueBy = dispute.evidence_details.due_by
  const moved = (sign: 1 | -1) =>
    dispute.balance_transactions.some(({ amount }) => Math.sign(amount) === sign)
  await query`
    select record_dispute(p_charge_id => ${chargeId}, p_dispute_id => ${dispute.id},
      p_status => ${disputeStatuses[dispute.status] ?? 'open'},
      p_amount_minor => ${dispute.amount}, p_withdrawn => ${moved(-1)}, p_reinstated => ${moved(1)},
      p_event_id => ${event.id}, p_event_type => ${event.type}, p_reason => ${dispute.reason},
      p_due_by => ${dueBy ? new Date(dueBy * 1000) : null},
      p_needs_answer => ${needsAnswer[dispute.status] ?? null})`
}

/**
 * Hourspace's dispute statuses by Stripe's status. A Stripe status that is missing here means
 * `open`.
 */
const disputeStatuses: Partial<Record<Stripe.Dispute.Status, 'inquiry' | 'won' | 'lost'>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
}

/**
 * By Stripe's dispute status: true if Stripe waits for evidence, false if the bank reviews the
 * evidence. Closed disputes are missing here.
 */
const needsAnswer: Partial<Record<Stripe.Dispute.Status, boolean>> = {
  warning_needs_response: true,
  needs_response: true,
  warning_under_review: false,
  under_review: false,
}

async function recordReversalsOf(transfer: Stripe.Transfer, event: Stripe.Event): Promise<void> {
  const { id: transferId, amount: sent, metadata } = transfer
  // Records the transfer first, because payout-hosts may have crashed before recording it.
  if (z.guid().safeParse(metadata['payout_id']).success) {
    await query`
      select record_payout(p_payout_id => ${metadata['payout_id']!}, p_transfer_id => ${transferId},
        p_amount_minor => ${sent})`
  }
  const made = stripeClient().transfers.listReversals(transferId, { limit: 100 })
  for await (const { id, amount } of made) {
    await query`
      select record_transfer_reversal(p_transfer_id => ${transferId}, p_reversal_id => ${id},
        p_amount_minor => ${amount}, p_event_id => ${event.id}, p_event_type => ${event.type})`
  }
}

const bankPayoutOf = (payout: Stripe.Payout) => ({
  id: payout.id,
  amount_minor: payout.amount,
  currency: payout.currency,
  status: payout.status,
  arrives_at: new Date(payout.arrival_date * 1000),
  failure_code: payout.failure_code,
  failure_message: payout.failure_message,
  created_at: new Date(payout.created * 1000),
})

/**
 * Stores a payout to a host's bank, and whether the host's last completed payout failed. Ignores
 * payouts to the platform's own bank, whose events carry no account id.
 */
async function refreshBankPayouts(payoutId: string, event: Stripe.Event): Promise<void> {
  if (!event.account) return
  const stripeAccount = { stripeAccount: event.account }
  const { payouts } = stripeClient()
  const payout = await payouts.retrieve(payoutId, {}, stripeAccount)
  const { data } = await payouts.list({ limit: 20 }, stripeAccount)
  const last = data.find(({ status }) => status === 'failed' || status === 'paid')
  const refusedAt = last?.status === 'failed' ? new Date(last.created * 1000) : null
  const failed = payout.status === 'failed' ? payout : null
  await query`
    select record_bank_payouts(p_account_id => ${event.account}, p_refused_at => ${refusedAt},
      p_failed_payout_id => ${failed?.id ?? null}, p_amount_minor => ${failed?.amount ?? null},
      p_currency => ${failed?.currency ?? null},
      p_event_id => ${event.id}, p_event_type => ${event.type},
      p_payout => ${JSON.stringify(bankPayoutOf(payout))}::text::jsonb)`
}
