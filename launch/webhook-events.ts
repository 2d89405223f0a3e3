/** Events of the platform's Stripe account that `stripe-webhook` handles. */
export const platformEvents = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'transfer.reversed',
]

/** Events of connected accounts that `stripe-webhook` handles. */
export const connectEvents = [
  'account.updated',
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
]
