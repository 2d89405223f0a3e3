import type { Currency } from '@hourspace/domain/money.ts'
import type { Client } from '#web/data/client.ts'

export type PlatformCounts = Record<
  | 'total_bookings'
  | 'cancelled_bookings'
  | 'available_spaces'
  | 'total_spaces'
  | 'rated_spaces'
  | 'total_users',
  number
> & {
  /** `average_rating` covers all rated spaces; null if no space is rated. */
  average_rating: number | null
}

/** Revenue in one currency as decimal amounts. Cancelled bookings do not count. */
export type PlatformRevenue = {
  currency: Currency
  total_revenue: number
  /** `total_fees` are the platform fees, which guests pay in addition to the rental. */
  total_fees: number
  /** `total_host_commission` is the commission that is deducted from what hosts receive. */
  total_host_commission: number
  total_bookings: number
  /** `last_month` is the first day (UTC) of the most recent complete month, as YYYY-MM-DD. */
  last_month: string
  /**
   * `growth_percentage` is the revenue growth of `last_month` over the month before; null if that
   * month had no revenue.
   */
  growth_percentage: number | null
}

/**
 * Returns the currencies of the confirmed bookings in the given order, followed by the currencies
 * of `money` in which there are only cancelled bookings.
 */
export function currenciesOf(
  revenue: readonly Pick<PlatformRevenue, 'currency'>[],
  money: readonly Pick<PlatformMoney, 'currency'>[] = [],
): Currency[] {
  return [...new Set([...revenue, ...money].map(({ currency }) => currency))]
}

export type SpacesOfType = { type: string; label: string; spaces: number }

/**
 * Loads the platform's statistics, with the revenue of the currency that has the most bookings
 * first. Throws for users who are not admins.
 */
export async function platformStatistics(client: Client) {
  const [counts, revenue, types] = await Promise.all([
    client.from('platform_statistics').select().single().throwOnError(),
    client
      .from('platform_revenue')
      .select()
      .order('total_bookings', { ascending: false })
      .order('currency')
      .throwOnError(),
    client
      .from('platform_spaces_by_type')
      .select()
      .order('spaces', { ascending: false })
      .order('label')
      .throwOnError(),
  ])
  return {
    counts: counts.data as PlatformCounts,
    revenue: revenue.data as PlatformRevenue[],
    types: types.data as SpacesOfType[],
  }
}

/** Fees, commission and revenue of one month in one currency, as decimal amounts. */
export type MonthlyFees = {
  /** `month` is the first day of the month in UTC, as YYYY-MM-DD. */
  month: string
  currency: Currency
  total_fees: number
  total_host_commission: number
  total_bookings: number
  total_revenue: number
}

/** Number of months in the fee table. */
const shownMonths = 12

/** Loads the platform fees of the last twelve months in a currency, newest month first. */
export async function monthlyFees(client: Client, currency: Currency): Promise<MonthlyFees[]> {
  const { data } = await client
    .from('total_platform_fees')
    .select('month, currency, total_fees, total_host_commission, total_bookings, total_revenue')
    .eq('currency', currency)
    .order('month', { ascending: false })
    .limit(shownMonths)
    .throwOnError()
  return data as MonthlyFees[]
}

/**
 * The platform's Stripe balance in one currency, split in two ways: by source and by owner. Amounts
 * are decimal.
 */
export type PlatformMoney = { currency: Currency; balance: number } & Record<
  | ('charged' | 'refunded' | 'disputed' | 'sent_to_hosts' | 'stripe_fees' | 'other')
  | ('kept' | 'to_hosts' | 'from_hosts' | 'to_guests' | 'in_dispute'),
  number
>

/**
 * The ids are null if the payment did not lead to a booking. For the payment of a booking change,
 * only `change` is set.
 */
type RelatedPayment = {
  booking_id: string | null
  change: { booking_id: string } | null
  space: { title: string }
}

export const bookingOf = ({ booking_id, change }: RelatedPayment): string | undefined =>
  booking_id ?? change?.booking_id

/** A refund that failed permanently, so that an admin has to act. The amount is in minor units. */
export type FailedRefund = {
  id: string
  amount_minor: number
  currency: Currency
  /** A refund with the reason `made_at_stripe` can be retried only in the Stripe dashboard. */
  reason:
    | 'cancelled_by_guest'
    | 'cancelled_by_host'
    | 'cancelled_by_admin'
    | 'no_access'
    | 'not_as_described'
    | 'slot_taken'
    | 'paid_too_late'
    | 'request_ended'
    | 'booking_changed'
    | 'made_at_stripe'
  last_error: string | null
  stripe_refund_id: string | null
  failed_at: string
  payment: RelatedPayment
}

/** A payout that Stripe has refused at least three times. The amount is in minor units. */
export type RefusedPayout = {
  id: string
  amount_minor: number
  currency: Currency
  last_error: string | null
  refused_at: string
  booking: { id: string; space: { title: string } }
}

/** An open dispute or inquiry. The amount is in minor units. */
export type OpenDispute = {
  id: string
  amount_minor: number
  currency: Currency
  status: 'inquiry' | 'open'
  opened_at: string
  due_by: string | null
  answered_at: string | null
  payment: RelatedPayment
}

/** Loads the payment data of the admin dashboard. Each list has at most 50 rows. */
export async function platformMoney(client: Client) {
  const payment =
    'payment:payments!inner(booking_id, change:booking_changes(booking_id), space:spaces!inner(title))'
  const [money, refunds, disputes, payouts] = await Promise.all([
    client.from('platform_money').select().throwOnError(),
    client
      .from('refunds')
      .select(
        `id, amount_minor, currency, reason, last_error, stripe_refund_id, failed_at, ${payment}`,
      )
      .eq('status', 'failed')
      .order('failed_at')
      .limit(50)
      .throwOnError()
      .overrideTypes<FailedRefund[], { merge: false }>(),
    client
      .from('disputes')
      .select(`id, amount_minor, currency, status, opened_at, due_by, answered_at, ${payment}`)
      .is('closed_at', null)
      .order('opened_at')
      .limit(50)
      .throwOnError()
      .overrideTypes<OpenDispute[], { merge: false }>(),
    client
      .from('payouts')
      .select(
        'id, amount_minor, currency, last_error, refused_at, booking:bookings!inner(id, space:spaces!inner(title))',
      )
      .not('refused_at', 'is', null)
      .order('refused_at')
      .limit(50)
      .throwOnError()
      .overrideTypes<RefusedPayout[], { merge: false }>(),
  ])
  return {
    money: money.data as PlatformMoney[],
    refunds: refunds.data,
    payouts: payouts.data,
    disputes: disputes.data,
  }
}

/** For the action `settled`, the note says why and how the money was paid by other means. */
export type MoneyDecision = { action: 'retry' } | { action: 'settled'; note: string }

/**
 * Retries a failed refund to the card, or records that an admin has refunded the guest by other
 * means.
 */
export async function resolveFailedRefund(client: Client, id: string, decision: MoneyDecision) {
  await client
    .rpc('resolve_failed_refund', { p_refund_id: id, ...parametersOf(decision) })
    .throwOnError()
}

/** Retries a refused payout, or records that an admin has paid the host by other means. */
export async function resolveRefusedPayout(client: Client, id: string, decision: MoneyDecision) {
  await client
    .rpc('resolve_refused_payout', { p_payout_id: id, ...parametersOf(decision) })
    .throwOnError()
}

function parametersOf(decision: MoneyDecision) {
  return {
    p_action: decision.action,
    ...(decision.action === 'settled' && { p_note: decision.note }),
  }
}
