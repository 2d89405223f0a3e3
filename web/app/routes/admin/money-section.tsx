import { type Currency, formatMoney } from '@hourspace/domain/money.ts'
import { Card } from '#web/ui/card.tsx'
import { DisputeRow } from './dispute-row.tsx'
import { FailedRefundRow, RefusedPayoutRow } from './refused-money.tsx'
import type { FailedRefund, OpenDispute, PlatformMoney, RefusedPayout } from './statistics.ts'

/**
 * Failed refunds, refused payouts and open disputes in all currencies, each with buttons to resolve
 * or answer it.
 */
export function Attention(props: {
  refunds: readonly FailedRefund[]
  payouts: readonly RefusedPayout[]
  disputes: readonly OpenDispute[]
  onSettled: () => void
}) {
  const { refunds, payouts, disputes, onSettled } = props
  if (refunds.length + payouts.length + disputes.length === 0) return null
  return (
    <section aria-labelledby="attention" className="flex flex-col gap-4">
      <h2 id="attention" tabIndex={-1} className="text-2xl outline-none">
        Needs your attention
      </h2>
      <Card flush>
        <ul className="divide-y divide-line *:px-4 *:sm:px-5">
          {refunds.map((refund) => (
            <FailedRefundRow key={refund.id} refund={refund} onSettled={onSettled} />
          ))}
          {payouts.map((payout) => (
            <RefusedPayoutRow key={payout.id} payout={payout} onSettled={onSettled} />
          ))}
          {disputes.map((dispute) => (
            <DisputeRow key={dispute.id} dispute={dispute} onAnswered={onSettled} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

/** The platform balance as two columns, whose totals are equal. */
export function Balance({ money, currency }: { money: PlatformMoney; currency: Currency }) {
  const moved: [string, number][] = [
    ['Charged', money.charged],
    ['Refunded', -money.refunded],
    ['Taken by disputes', -money.disputed],
    ['Sent to hosts', -money.sent_to_hosts],
    ...(money.stripe_fees
      ? [['Stripe’s fees', -money.stripe_fees] satisfies [string, number]]
      : []),
    ...(money.other
      ? [['To your bank, conversions, corrections', money.other] satisfies [string, number]]
      : []),
  ]
  const owners: [string, number][] = [
    ['Fees and commission', money.kept],
    ['To be sent to hosts', money.to_hosts],
    ['Deducted from hosts’ next payouts', -money.from_hosts],
    ['To be refunded to guests', money.to_guests],
    ['In open disputes', -money.in_dispute],
  ]
  return (
    <section aria-labelledby="balance" className="flex flex-col gap-4">
      <h2 id="balance" className="text-2xl">
        Platform balance
      </h2>
      <Card className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Sum title="Sources" rows={moved} total={money.balance} currency={currency} />
        <Sum title="Owed to" rows={owners} total={money.balance} currency={currency} />
      </Card>
      <p className="text-sm text-ink-faint">
        Includes what guests paid for bookings that were cancelled later. The key figures leave it
        out.
      </p>
    </section>
  )
}

/** Formats an amount. The minus sign is as wide as a digit, and zero has no sign. */
function signedMoney(amount: number, currency: Currency): string {
  return `${amount < 0 ? '−' : ''}${formatMoney(Math.abs(amount), currency)}`
}

function Sum(props: {
  title: string
  rows: readonly [string, number][]
  total: number
  currency: Currency
}) {
  const { title, rows, total, currency } = props
  return (
    <div>
      <h3 className="text-lg">{title}</h3>
      <dl className="mt-2 divide-y divide-line text-sm tabular-nums">
        {rows.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4 py-1.5">
            <dt className="text-ink-soft">{name}</dt>
            <dd>{signedMoney(amount, currency)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 py-1.5 font-semibold">
          <dt>Balance at Stripe</dt>
          <dd>{signedMoney(total, currency)}</dd>
        </div>
      </dl>
    </div>
  )
}
