import type { Quote } from '@hourspace/domain/fees.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { FunctionError } from './errors.ts'
import { serviceClient } from './supabase.ts'

/**
 * The database's steps of a booking's money (`supabase/schemas/payments.sql`), typed. Each is
 * one transaction and safe to repeat. What they raise arrives as FunctionError with its code.
 */

/** A row of `payments`, amounts in minor units. */
export type Payment = {
  id: string
  user_id: string
  space_id: string
  start_time: string
  end_time: string
  currency: Currency
  total_minor: number
  stripe_payment_intent_id: string | null
}

/** A payment with the end of its hold. */
export type Checkout = Payment & { expires_at: string }

type Confirmation = {
  outcome: 'confirmed' | 'refund_due'
  booking_id: string | null
  payment_id: string
}

export type PendingRefund = {
  id: string
  payment_id: string
  amount_minor: number
  reason: string
  attempt: number
  /** Which idempotency key of the attempt is in use, from 1. */
  key_number: number
  stripe_payment_intent_id: string
}

export type ClaimedPayout = {
  id: string
  booking_id: string
  payment_id: string
  /** What to send: what is outstanding, less what the host owed. */
  amount_minor: number
  currency: Currency
  /** Which transfer of this payout it is, from 1. */
  number: number
  attempt: number
  /** False: only look whether it was sent before a crash. */
  is_payable: boolean
  stripe_account_id: string
  stripe_charge_id: string
}

/** The webhook event that caused a step; remembered in the step's own transaction. */
export type Cause = { id: string; type: string }

/** What a guest wants to pay for; `quote` and price are the server's own. */
export type CheckoutWish = {
  spaceId: string
  userId: string
  startsAt: Date
  endsAt: Date
  pricePerHour: number
  quote: Quote
}

/**
 * Holds the slot and opens its payment. With `replaces` nothing was done: these payments, the guest's
 * own or lapsed ones of others, are to be given up first. `givenUp` are ids of those that are.
 */
export const beginCheckout = (wish: CheckoutWish, givenUp: string[]) =>
  step<Checkout | { replaces: Payment[] }>('begin_checkout', {
    p_space_id: wish.spaceId,
    p_user_id: wish.userId,
    p_start: wish.startsAt.toISOString(),
    p_end: wish.endsAt.toISOString(),
    p_price: wish.pricePerHour,
    p_quote: wish.quote,
    p_abandoned: givenUp,
  })

/** Answers whether the payment is open. */
export const attachPaymentIntent = (paymentId: string, intentId: string, createdAt: Date) =>
  step<boolean>('attach_payment_intent', {
    p_payment_id: paymentId,
    p_payment_intent_id: intentId,
    p_created_at: createdAt.toISOString(),
  })

export const confirmBooking = (
  paid: { paymentId: string; chargeId: string | null; amountMinor: number; currency: string },
  cause?: Cause,
) =>
  step<Confirmation>('confirm_booking', {
    p_payment_id: paid.paymentId,
    p_charge_id: paid.chargeId,
    p_amount_minor: paid.amountMinor,
    p_currency: paid.currency,
    ...causeArguments(cause),
  })

export const abandonPayment = (paymentId: string, cause?: Cause) =>
  step<void>('abandon_payment', { p_payment_id: paymentId, ...causeArguments(cause) })

/** Frees the slot of a payment that Stripe gave no PaymentIntent for. */
export const abandonUnpayable = (paymentId: string) =>
  step<void>('abandon_payment', { p_payment_id: paymentId, p_only_without_intent: true })

export const lapsedPayments = (asOf: Date) =>
  step<Payment[]>('lapsed_payments', { p_as_of: asOf.toISOString() })

export const cancelBooking = (
  bookingId: string,
  userId: string,
  amounts: { refundMinor: number; hostShareMinor: number },
) =>
  step<{ payment_id: string; currency: Currency; total_minor: number; refund_minor: number }>(
    'cancel_booking',
    {
      p_booking_id: bookingId,
      p_user_id: userId,
      p_refund_minor: amounts.refundMinor,
      p_host_share_minor: amounts.hostShareMinor,
    },
  )

/** Refunds owed and not yet made, of one payment or of all. */
export const pendingRefunds = (paymentId: string | null) =>
  step<PendingRefund[]>('pending_refunds', { p_payment_id: paymentId })

/** A refund as Stripe has it. `left`: its money has left the balance. */
export const recordRefund = (
  paymentId: string,
  refund: {
    stripeId: string
    status: string
    amountMinor: number
    left: boolean
    /** Our row and its attempt; null for one that was made at Stripe. */
    refundId: string | null
    attempt: number | null
    failureReason: string | null
  },
  cause?: Cause,
) =>
  step<void>('record_refund', {
    p_payment_id: paymentId,
    p_stripe_refund_id: refund.stripeId,
    p_status: refund.status,
    p_amount_minor: refund.amountMinor,
    p_has_left_balance: refund.left,
    p_refund_id: refund.refundId,
    p_attempt: refund.attempt,
    p_failure_reason: refund.failureReason,
    ...causeArguments(cause),
  })

export const recordRefundRefusal = (refundId: string, attempt: number, message: string) =>
  step<void>('record_refund_refusal', {
    p_refund_id: refundId,
    p_attempt: attempt,
    p_error: message,
  })

/** The refund's idempotency key leads nowhere any more; a new one is used later. */
export const recordSpentRefundKey = (refund: PendingRefund, message: string) =>
  step<void>('replace_refund_key', {
    p_refund_id: refund.id,
    p_attempt: refund.attempt,
    p_key_number: refund.key_number,
    p_error: message,
  })

/** Fixes what is to be sent of every payout that is due, and what is kept for debts. */
export const claimPayouts = (asOf: Date) =>
  step<ClaimedPayout[]>('claim_payouts', { p_as_of: asOf.toISOString() })

export const recordPayout = (payoutId: string, transfer: { id: string; amount: number }) =>
  step<void>('record_payout', {
    p_payout_id: payoutId,
    p_transfer_id: transfer.id,
    p_amount_minor: transfer.amount,
  })

/** Call it before Stripe is asked for a transfer. Answers whether it is still wanted. */
export const beginTransfer = (payoutId: string, attempt: number) =>
  step<boolean>('begin_transfer', { p_payout_id: payoutId, p_attempt: attempt })

/** Nothing was found to be sent, and nothing is to be sent any more. */
export const releasePayout = (payoutId: string) =>
  step<void>('release_payout', { p_payout_id: payoutId })

export const recordPayoutRefusal = (payoutId: string, attempt: number, message: string) =>
  step<void>('record_payout_refusal', {
    p_payout_id: payoutId,
    p_attempt: attempt,
    p_error: message,
  })

export const recordDispute = (
  dispute: {
    id: string
    chargeId: string
    status: 'inquiry' | 'open' | 'won' | 'lost'
    amountMinor: number
    /** Its money has left the balance, and has come back. */
    withdrawn: boolean
    reinstated: boolean
  },
  cause: Cause,
) =>
  step<void>('record_dispute', {
    p_charge_id: dispute.chargeId,
    p_dispute_id: dispute.id,
    p_status: dispute.status,
    p_amount_minor: dispute.amountMinor,
    p_withdrawn: dispute.withdrawn,
    p_reinstated: dispute.reinstated,
    ...causeArguments(cause),
  })

/** Since when a host's bank refuses what it is sent, if it does, and what it refused just now. */
export const recordBankPayouts = (
  accountId: string,
  refusedAt: Date | null,
  failed: { id: string; amount: number; currency: string } | null,
  cause: Cause,
) =>
  step<void>('record_bank_payouts', {
    p_account_id: accountId,
    p_refused_at: refusedAt?.toISOString() ?? null,
    p_failed_payout_id: failed?.id ?? null,
    p_amount_minor: failed?.amount ?? null,
    p_currency: failed?.currency ?? null,
    ...causeArguments(cause),
  })

/** The account the host is to use: the one just made, or the one that was there before. */
export const attachHostAccount = (userId: string, accountId: string) =>
  step<string | null>('attach_host_account', { p_user_id: userId, p_account_id: accountId })

/** Call it before Stripe is asked. The number of the look; null when the account is nobody's here. */
export const beginLookAtHostAccount = (accountId: string) =>
  step<number | null>('begin_host_account_read', { p_account_id: accountId })

/** Changes nothing when a later look is written down. */
export const recordHostAccount = (
  accountId: string,
  isComplete: boolean,
  look: number | null,
  cause?: Cause,
) =>
  step<void>('record_host_account', {
    p_account_id: accountId,
    p_complete: isComplete,
    p_read: look,
    ...causeArguments(cause),
  })

function causeArguments(cause?: Cause) {
  return { p_event_id: cause?.id ?? null, p_event_type: cause?.type ?? null }
}

/** Calls one step of the database. Throws what it raises as FunctionError. */
export async function step<T>(name: string, args: Record<string, unknown>): Promise<T> {
  const { data, error } = await serviceClient().rpc(name, args)
  if (!error) return data as T
  const status = /^PT(\d{3})$/.exec(error.code)?.[1]
  if (!status) throw new Error(`${name}: ${error.message}`, { cause: error })
  throw new FunctionError(error.details, Number(status), error.message)
}
