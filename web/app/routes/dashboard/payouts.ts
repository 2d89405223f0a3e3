import { type Currency, formatMoney, toDecimal } from '@hourspace/domain/money.ts'
import type { RefundStatus } from '#web/data/bookings.ts'
import type { EarningsRow, Payout } from '#web/data/host-bookings.ts'
import { formatDay, formatMoment } from '#web/lib/times.ts'
import type { PayoutAccountState } from './payout-account.ts'

/** Accounts that Stripe sends nothing to. */
const waiting: readonly (PayoutAccountState | undefined)[] = [
  'not_connected',
  'incomplete',
  'pending',
  'restricted',
]

/**
 * Where the host's share of a booking is, in the time of its space. `account` is the host's, and
 * undefined while it is not known.
 */
export function payoutText(
  payout: Payout | null,
  timeZone: string,
  now: Date,
  account?: PayoutAccountState,
): string {
  if (!payout) return 'No payout'
  if (payout.status === 'cancelled')
    return payout.dispute_status === 'lost' ? 'No payout: the dispute was lost' : 'No payout'
  if (payout.status === 'paid') {
    return payout.paid_at ? `Paid out ${formatDay(new Date(payout.paid_at), timeZone)}` : 'Paid out'
  }
  if (payout.frozen_at) {
    return payout.dispute_status === 'inquiry'
      ? 'Held while the guest’s bank asks about it'
      : 'Held while a dispute is open'
  }
  if (waiting.includes(account)) return 'Kept for you until your payouts are ready'
  const dueAt = new Date(payout.due_at)
  return dueAt > now ? `Arrives after ${formatMoment(dueAt, timeZone)}` : 'On its way to you'
}

/** What else a payout says: an open dispute after it, a debt that it left or that it paid. */
export function payoutNotes(payout: Payout | null, currency: Currency): string[] {
  if (!payout) return []
  const money = (minor: number) => formatMoney(toDecimal(minor, currency), currency)
  const { owed_minor, withheld_minor, dispute_status } = payout
  return [
    ...(payout.status === 'paid' && dispute_status === 'open' ? ['The payment is disputed'] : []),
    ...(owed_minor > 0 ? [`${money(owed_minor)} is kept from your next payouts`] : []),
    ...(withheld_minor > 0 ? [`${money(withheld_minor)} kept for an earlier booking`] : []),
  ]
}

/** What a host hears of a guest's refund: only that it came back, as there is nothing to do; or null. */
export function refundTrouble(status: RefundStatus | null): string | null {
  if (status !== 'retrying' && status !== 'failed') return null
  return 'The refund to the guest came back; we look after it'
}

type Earnings = { currency: Currency; amount: number }

export type HostFigures = {
  /**
   * The host's share of every booking that was not cancelled, decimal, one entry a currency; the
   * currency of most bookings first. Nothing, in the host's own currency, before the first one.
   */
  earnings: [Earnings, ...Earnings[]]
  /** To be kept from later payouts, as shares that were sent went back to guests; decimal. */
  owed: Earnings[]
  /** Confirmed bookings. */
  activeBookings: number
}

/** What a host who lists in `ownCurrency` has earned, and how many bookings stand. */
export function figuresOf(
  rows: readonly EarningsRow[],
  ownCurrency: Currency = 'USD',
): HostFigures {
  const [main = { currency: ownCurrency, amount: 0 }, ...others] = rows
    .toSorted((one, other) => other.bookings - one.bookings)
    .map(({ currency, earned }) => ({ currency, amount: earned }))
  return {
    earnings: [main, ...others],
    owed: rows
      .filter(({ owed }) => owed > 0)
      .map(({ currency, owed }) => ({ currency, amount: owed })),
    activeBookings: rows.reduce((sum, { bookings }) => sum + bookings, 0),
  }
}
