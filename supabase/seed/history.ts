import type { DemoTimes } from './bookings.ts'
import { connectedHosts, emailOf } from './people.ts'
import {
  accountId,
  hostAccountRows,
  joinedAt,
  paymentRows,
  payoutRows,
  refundRows,
  stripeId,
} from './rows.ts'

/**
 * Payments, refunds and transfers as Stripe objects, with amounts in minor units and times in Unix
 * seconds.
 */
export type StripeHistory = ReturnType<typeof makeHistory>

export function makeHistory({ bookings, requests }: DemoTimes, today: Date) {
  const payments = paymentRows([...bookings, ...requests])
  const paymentOf = new Map(payments.map((payment) => [payment.booking_id, payment]))
  const accountOf = new Map(hostAccountRows().map((host) => [host.id, host.stripe_account_id]))
  const refunds = Map.groupBy(refundRows(bookings), ({ payment_id }) => payment_id)
  return {
    accounts: connectedHosts.map((host) => ({
      id: accountId(host.name),
      email: emailOf(host),
      created: seconds(joinedAt(today)),
    })),
    payments: payments.map((payment) => ({
      payment_intent: payment.stripe_payment_intent_id,
      charge: stripeId('ch', payment.booking_id),
      captured: payment.status === 'paid',
      amount: payment.total_minor,
      currency: payment.currency.toLowerCase(),
      created: seconds(payment.intent_created_at),
      metadata: {
        payment_id: payment.id,
        space_id: payment.space_id,
        user_id: payment.user_id,
      },
      transfer_group: transferGroup(payment.id),
      refunds: (refunds.get(payment.id) ?? []).map((refund) => ({
        id: refund.stripe_refund_id,
        amount: refund.amount_minor,
        created: seconds(refund.settled_at),
        metadata: { refund_id: refund.id, attempt: '1' },
      })),
    })),
    transfers: payoutRows(bookings, today).flatMap((payout) => {
      const payment = paymentOf.get(payout.booking_id)
      const destination = accountOf.get(payout.host_id)
      if (!payment || !destination || !payout.stripe_transfer_id || !payout.paid_at) return []
      return {
        id: payout.stripe_transfer_id,
        amount: payout.amount_minor,
        currency: payout.currency.toLowerCase(),
        destination,
        source_transaction: stripeId('ch', payment.booking_id),
        transfer_group: transferGroup(payment.id),
        created: seconds(payout.paid_at),
        metadata: { payout_id: payout.id, booking_id: payout.booking_id },
      }
    }),
  }
}

/** Must equal the transfer group that `payout-hosts` and `create-payment-intent` set. */
const transferGroup = (paymentId: string) => `payment_${paymentId}`

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)
