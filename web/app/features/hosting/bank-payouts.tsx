import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { payoutCountryName } from '@hourspace/domain/payout-countries.ts'
import { formatMinor, type Currency } from '@hourspace/domain/money.ts'
import { type BankPayout, hostAccount, type HostAccount } from '#web/data/host-account.ts'
import { formatDay } from '#web/lib/times.ts'
import { bankFailureText } from '#web/lib/bank-failure-text.ts'

export function BankPayouts({ userId }: { userId: string }) {
  const { data } = useQuery(hostAccount(userId))
  const [now] = useState(() => new Date())
  if (!data?.account) return null
  const { account, payouts } = data
  return (
    <div className="flex basis-full flex-col gap-3 border-t border-line pt-4 text-sm">
      {account.requirements_due_at && (
        <p className="font-semibold">
          Stripe asks for an update by {formatDay(new Date(account.requirements_due_at), 'UTC')}.
        </p>
      )}
      <p className="text-ink-soft">
        {account.country && `Account country: ${payoutCountryName(account.country)}. `}
        {scheduleText(account)}
      </p>
      {payouts.length > 0 && (
        <ul className="flex flex-col gap-2">
          {payouts.map((payout, index) => (
            <li key={payout.id} className="flex flex-col gap-0.5">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span>{payoutName(payout, now)}</span>
                <span className="font-semibold tabular-nums">{amountOf(payout)}</span>
              </span>
              {payout.status === 'failed' && !isPaidAgain(payout, payouts.slice(0, index)) && (
                <span className="text-danger-ink">{bankFailureText(payout.failure_code)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * Returns true if a later bank payout contains the money of a failed payout. `newer` are the
 * payouts created after the failed payout. Stripe adds the money to the next payout in the same
 * currency.
 */
export const isPaidAgain = ({ currency }: BankPayout, newer: readonly BankPayout[]): boolean =>
  newer.some(
    (payout) => payout.currency === currency && !['failed', 'canceled'].includes(payout.status),
  )

function scheduleText({
  payout_interval: interval,
  payout_weekday: weekday,
  payout_day_of_month: day,
}: HostAccount): string {
  const arrives = 'Your share reaches your bank 3 to 5 business days after we send it.'
  switch (interval) {
    case 'daily':
      return `Stripe pays out to your bank every business day. ${arrives}`
    case 'weekly':
      return `Stripe pays out to your bank every ${weekday ? weekday[0]?.toUpperCase() + weekday.slice(1) : 'week'}.`
    case 'monthly':
      return `Stripe pays out to your bank once a month${day ? `, on day ${day}` : ''}.`
    case 'manual':
      return 'Stripe pays out to your bank when you ask for it in Stripe.'
  }
}

/** `arrives_at` can be later than `now` even if the payout's status is 'paid'. */
export function payoutName({ status, arrives_at, created_at }: BankPayout, now: Date): string {
  const day = (at: string) => formatDay(new Date(at), 'UTC')
  switch (status) {
    case 'failed':
      return `Refused by your bank, sent ${day(created_at)}`
    case 'canceled':
      return `Cancelled, sent ${day(created_at)}`
    case 'paid':
    case 'pending':
    case 'in_transit':
      return status === 'paid' && new Date(arrives_at) <= now
        ? `At your bank since ${day(arrives_at)}`
        : `Expected at your bank on ${day(arrives_at)}`
  }
}

function amountOf({ amount_minor, currency }: BankPayout): string {
  const code = currency.toUpperCase() as Currency
  return formatMinor(amount_minor, code)
}
