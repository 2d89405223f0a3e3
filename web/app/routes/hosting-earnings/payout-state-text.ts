import { formatMoney } from '@hourspace/domain/money.ts'
import type { EarningRow, EarningState, EarningTotal } from '#web/data/earnings.ts'
import type { PayoutAccountState } from '#web/features/hosting/payout-account.ts'
import { payoutWait, sendingText, transferRefusedText } from '#web/features/hosting/payouts.ts'
import { formatDay } from '#web/lib/times.ts'

/**
 * Returns the state of a booking's payout, and whether the booking was cancelled. Names the date of
 * a future payout only if the payout account can receive payouts. `account` is undefined while its
 * status is unknown.
 */
export function payoutStateText(
  row: EarningRow,
  account: PayoutAccountState | undefined,
  now: Date,
): string {
  const { status, state, paid_at, time_zone, currency, withheld, has_transfer } = row
  const wait = account ? payoutWait(account) : 'Not paid out yet'
  const sending = wait ?? sendingText(row, time_zone, now)
  const texts: Record<EarningState, string> = {
    upcoming: sending,
    in_transit: sending,
    on_hold: 'On hold until a dispute or report is decided',
    paid: paid_at ? `Paid out ${formatDay(new Date(paid_at), time_zone)}` : 'Paid out',
    none: 'No payout',
  }
  const cancelled = status === 'cancelled' ? 'Cancelled · ' : ''
  if (state === 'paid' && withheld > 0 && !has_transfer)
    return `${cancelled}Deducted in full for an earlier refund`
  const kept =
    withheld > 0 ? `, ${formatMoney(withheld, currency)} deducted for an earlier refund` : ''
  return cancelled + texts[state] + kept
}

/** Payouts that have not been sent, with the time zones of their spaces. */
type OpenPayouts = readonly {
  due_at: string
  refused_at: string | null
  booking: { time_zone: string }
}[]

/**
 * Returns the date of the next payout in the time zone of its space, or why there is none. Null
 * while `account` or `payouts` is unknown, and if all open payouts are on hold.
 */
export function nextPayoutText(
  totals: readonly EarningTotal[],
  account: PayoutAccountState | undefined,
  payouts: OpenPayouts | undefined,
): string | null {
  const next = totals
    .filter(({ state }) => state === 'in_transit' || state === 'upcoming')
    .map(({ first_due_at }) => first_due_at)
    .toSorted()[0]
  if (!next) return totals.some(({ state }) => state === 'on_hold') ? null : 'No payout is planned'
  if (!account || !payouts) return null
  const due = new Date(next)
  const first = payouts.find(({ due_at }) => Date.parse(due_at) === due.getTime())
  const wait = payoutWait(account)
  if (wait) return wait
  if (first?.refused_at) return transferRefusedText
  return `Next payout ${formatDay(due, first?.booking.time_zone ?? 'UTC')}`
}

/**
 * Returns the note about the amount on its way: the date of the next payout, and the amounts on
 * hold. The amount on its way does not include amounts on hold.
 */
export function onItsWayNote(
  totals: readonly EarningTotal[],
  account: PayoutAccountState | undefined,
  payouts: OpenPayouts | undefined,
): string | null {
  const held = totals
    .filter(({ state }) => state === 'on_hold')
    .map(({ earned, currency }) => formatMoney(earned, currency))
  const notes = [
    held.length > 0 ? `${held.join(' and ')} on hold` : null,
    nextPayoutText(totals, account, payouts),
  ]
  return notes.filter(Boolean).join('. ') || null
}
