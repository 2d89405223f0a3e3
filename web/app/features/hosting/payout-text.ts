import type { Payout } from '#web/data/host-bookings.ts'
import { formatDay, formatMoment } from '#web/lib/times.ts'

/** Where the host's share of a booking is, in the time of its space. */
export function payoutText(payout: Payout | null, timeZone: string, now: Date): string {
  if (!payout || payout.status === 'cancelled') return 'No payout'
  if (payout.status === 'paid') {
    return payout.paid_at ? `Paid out ${formatDay(new Date(payout.paid_at), timeZone)}` : 'Paid out'
  }
  if (payout.frozen_at) return 'Held while a dispute is open'
  const dueAt = new Date(payout.due_at)
  return dueAt > now ? `Arrives after ${formatMoment(dueAt, timeZone)}` : 'On its way to you'
}
