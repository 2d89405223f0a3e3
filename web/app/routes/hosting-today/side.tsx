import { Link } from 'react-router'
import { toDecimal } from '@hourspace/domain/money.ts'
import type { NextPayout } from '#web/data/hosting-today.ts'
import { payoutNotes, payoutText } from '#web/features/hosting/payouts.ts'
import { paths } from '#web/lib/paths.ts'
import { Price } from '#web/ui/price.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Block } from './block.tsx'

/** The next payouts. `hasPayouts` is false if the host has not completed the payout account. */
export function NextPayouts(props: {
  payouts: readonly NextPayout[]
  hasPayouts: boolean
  now: Date
}) {
  const { payouts, hasPayouts, now } = props
  return (
    <Block
      title="Next payouts"
      action={
        <TextLink to={paths.hostingEarnings()} className="text-sm">
          Earnings
        </TextLink>
      }
    >
      {payouts.length === 0 && (
        <p className="text-sm text-ink-soft">
          Your share of a booking is sent 24 hours after it ends
          {!hasPayouts && ', once your payout account is connected'}.
        </p>
      )}
      <ul className="divide-y divide-line">
        {payouts.map((payout) => {
          const { id, booking, currency } = payout
          const amount = toDecimal(payout.amount_minor - payout.withheld_minor, currency)
          const account = hasPayouts ? 'ready' : 'not_connected'
          return (
            <li key={id} className="py-2.5">
              <p className="flex items-baseline justify-between gap-4">
                <Link
                  to={paths.booking(booking.id)}
                  className="min-w-0 truncate text-sm hover:underline"
                >
                  {booking.space.title}
                </Link>
                <Price amount={amount} currency={currency} className="font-semibold" />
              </p>
              <p className="text-sm text-ink-faint">
                {payoutText(payout, booking.time_zone, now, account)}
              </p>
              {payoutNotes(payout, currency).map((note) => (
                <p key={note} className="text-sm text-ink-faint">
                  {note}
                </p>
              ))}
            </li>
          )
        })}
      </ul>
      {hasPayouts && payouts.length > 0 && (
        <p className="text-sm text-ink-soft">
          Your share reaches your bank 3 to 5 business days after we send it.
        </p>
      )}
      {!hasPayouts && (
        <TextLink to={paths.dashboard()} className="text-sm">
          Connect your payout account
        </TextLink>
      )}
    </Block>
  )
}
