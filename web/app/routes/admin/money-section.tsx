import { useMutation } from '@tanstack/react-query'
import { type Currency, formatMoney, toDecimal } from '@hourspace/domain/money.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import {
  type FailedRefund,
  type OpenDispute,
  type PlatformMoney,
  resolveFailedRefund,
} from './statistics.ts'

export function MoneySection(props: {
  currency: Currency
  money: PlatformMoney | undefined
  refunds: readonly FailedRefund[]
  disputes: readonly OpenDispute[]
  onSettled: () => void
}) {
  const { currency, money, refunds, disputes, onSettled } = props
  const waits = refunds.length + disputes.length > 0
  return (
    <section aria-labelledby="money" className="flex flex-col gap-4">
      <h2 id="money" className="text-2xl">
        Platform balance
      </h2>
      {money && <Balance money={money} currency={currency} />}
      {waits && (
        <Card className="flex flex-col gap-2">
          <h3 className="text-lg">Needs your attention</h3>
          <ul className="divide-y divide-line">
            {refunds.map((refund) => (
              <FailedRefundRow key={refund.id} refund={refund} onSettled={onSettled} />
            ))}
            {disputes.map(({ id, status, amount_minor, currency, payment }) => (
              <li key={id} className="py-3 text-sm">
                <p className="font-semibold">
                  {status === 'inquiry' ? 'Bank inquiry:' : 'Disputed:'}{' '}
                  {formatMoney(toDecimal(amount_minor, currency), currency)} for{' '}
                  {payment.space.title}
                </p>
                <p className="text-ink-soft wrap-anywhere">
                  Respond in Stripe ({id}). The host’s payout is on hold until the bank decides.
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

/** The platform balance as two columns with equal totals. */
function Balance({ money, currency }: { money: PlatformMoney; currency: Currency }) {
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
    <Card className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      <Sum title="Sources" rows={moved} total={money.balance} currency={currency} />
      <Sum title="Owed to" rows={owners} total={money.balance} currency={currency} />
    </Card>
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

function FailedRefundRow(props: { refund: FailedRefund; onSettled: () => void }) {
  const { refund, onSettled } = props
  const sum = formatMoney(toDecimal(refund.amount_minor, refund.currency), refund.currency)
  const isOurs = refund.reason !== 'made_at_stripe'

  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (action: 'retry' | 'settled') =>
      resolveFailedRefund(await browserClient(), refund.id, action),
    onSuccess: onSettled,
  })
  const button = { size: 'small', variant: 'secondary', isPending: isPending || isSuccess } as const

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div className="min-w-0 grow basis-72">
        <p className="font-semibold">
          The refund of {sum} for {refund.payment.space.title} failed
        </p>
        <p className="text-ink-soft">
          Reason: {refund.last_error?.replaceAll('_', ' ') ?? 'unknown'}.{' '}
          {isOurs
            ? 'Try the card again, or pay the guest another way.'
            : 'It was created in Stripe: repeat it there, or pay the guest another way.'}
        </p>
        <p role="alert" className="font-medium text-danger-ink empty:hidden">
          {error && messageOf(error, 'Failed to update the refund')}
        </p>
      </div>
      <div className="flex gap-2">
        {isOurs && (
          <Button {...button} onPress={() => mutate('retry')}>
            Try again
          </Button>
        )}
        <Button {...button} onPress={() => mutate('settled')}>
          Paid another way
        </Button>
      </div>
    </li>
  )
}
