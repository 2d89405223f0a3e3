import { type Currency, formatMinor } from '@hourspace/domain/money.ts'
import type { RefundStatus } from '#web/data/bookings.ts'
import type { EarningsRow, Payout } from '#web/data/host-bookings.ts'
import { formatDay } from '#web/lib/times.ts'
import type { PayoutAccountState } from './payout-account.ts'

/** Returns why payouts wait for the host's payout account; null if the account can receive them. */
export function payoutWait(account: PayoutAccountState): string | null {
  if (account === 'not_connected') return 'Waits until you connect your payout account'
  return account === 'ready' || account === 'bank_refused'
    ? null
    : 'Kept for you until your payouts are ready'
}

/** Returns the status text of a payout. Times are in the space's time zone. */
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
    if (isWithheld(payout)) return 'Deducted in full for an earlier booking'
    return payout.paid_at ? `Paid out ${formatDay(new Date(payout.paid_at), timeZone)}` : 'Paid out'
  }
  if (payout.frozen_at) {
    if (payout.dispute_status === 'inquiry') return 'On hold during the bank’s inquiry'
    return payout.dispute_status === 'open'
      ? 'On hold during a dispute'
      : 'On hold until the guest’s report is decided'
  }
  const wait = account && payoutWait(account)
  if (wait) return wait
  return sendingText(payout, timeZone, now)
}

/** Returns whether a host's debts have used up the whole payout. */
function isWithheld({ withheld_minor, stripe_transfer_id }: Payout): boolean {
  return withheld_minor > 0 && !stripe_transfer_id
}

export const transferRefusedText = 'Stripe refused the transfer; we’re handling it'

/**
 * Returns 'Will be sent' with the day, or 'On its way to you' once the payout is due, unless Stripe
 * has refused the transfer.
 */
export function sendingText(
  { due_at, refused_at }: Pick<Payout, 'due_at' | 'refused_at'>,
  timeZone: string,
  now: Date,
): string {
  if (refused_at) return transferRefusedText
  const due = new Date(due_at)
  return due > now ? `Will be sent ${formatDay(due, timeZone)}` : 'On its way to you'
}

/**
 * Returns notes on an open dispute, on an amount that the host owes, and on an amount deducted from
 * the payout.
 */
export function payoutNotes(payout: Payout | null, currency: Currency): string[] {
  if (!payout) return []
  const money = (minor: number) => formatMinor(minor, currency)
  const { owed_minor, withheld_minor, status, dispute_status } = payout
  return [
    ...(status === 'paid' && dispute_status === 'open' ? ['The payment is disputed'] : []),
    ...(owed_minor > 0 ? [`${money(owed_minor)} will be deducted from your next payouts`] : []),
    ...(withheld_minor > 0 && !(status === 'paid' && isWithheld(payout))
      ? [`${money(withheld_minor)} deducted for an earlier booking`]
      : []),
  ]
}

/** Returns a note for the host if the guest's refund failed; otherwise null. */
export function refundTrouble(status: RefundStatus | null): string | null {
  if (status !== 'retrying' && status !== 'failed') return null
  return 'The guest’s refund failed; we’re handling it'
}

export type HostFigures = ReturnType<typeof figuresOf>

/**
 * Returns a host's earnings per currency. `owed` is the amount per currency that later payouts will
 * deduct.
 */
export function figuresOf(rows: readonly EarningsRow[], ownCurrency: Currency = 'USD') {
  const [main = { currency: ownCurrency, amount: 0 }, ...others] = rows
    .toSorted((one, other) => other.bookings - one.bookings)
    .map(({ currency, earned }) => ({ currency, amount: earned }))
  return {
    earnings: [main, ...others] as const,
    owed: rows
      .filter(({ owed }) => owed > 0)
      .map(({ currency, owed }) => ({ currency, amount: owed })),
    activeBookings: rows.reduce((sum, { bookings }) => sum + bookings, 0),
  }
}
