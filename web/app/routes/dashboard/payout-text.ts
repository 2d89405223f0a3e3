import { formatMoney, toDecimal, type Currency } from '@hourspace/domain/money.ts'
import type { Payout } from '#web/data/host-bookings.ts'
import type { PayoutAccountState } from './payout-account.ts'
import { formatDay, formatMoment } from '#web/lib/times.ts'

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
