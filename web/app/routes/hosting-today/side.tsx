import { Link } from 'react-router'
import { toDecimal } from '@hourspace/domain/money.ts'
import type { HostFacts, NextPayout } from '#web/data/hosting-today.ts'
import { payoutNotes, payoutText, payoutWait } from '#web/features/hosting/payouts.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Price } from '#web/ui/price.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Block } from './block.tsx'

type Account = HostFacts['account']

/** A notice that the host must act to be paid. Renders nothing if no payout waits for the host. */
export function PayoutNotice(props: { payouts: readonly NextPayout[]; account: Account }) {
  const { payouts, account } = props
  const text =
    account === 'bank_refused'
      ? bankRefused
      : account === 'incomplete' && payouts.length > 0
        ? notReady
        : null
  if (!text) return null
  return (
    <Banner
      tone="caution"
      title={text.title}
      action={
        <LinkButton to={paths.dashboard()} size="small" variant="secondary">
          {text.action}
        </LinkButton>
      }
    >
      {text.body}
    </Banner>
  )
}

const bankRefused = {
  title: 'Your bank has refused a payout',
  body: 'The money is safe in your Stripe account. Stripe pays it out again once your bank details are correct.',
  action: 'Check bank details',
}

const notReady = {
  title: 'Your payouts are not ready',
  body: 'We keep your share for you. See whether Stripe needs anything from you.',
  action: 'Check payouts',
}

/** Lists the next payouts. Without payouts, says when the host's share of a booking is sent. */
export function NextPayouts(props: {
  payouts: readonly NextPayout[]
  account: Account
  now: Date
}) {
  const { payouts, account, now } = props
  const hasPayouts = payoutWait(account) === null
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
          {account === 'not_connected' && ', once your payout account is connected'}
          {account === 'incomplete' && ', once your payouts are ready'}.
        </p>
      )}
      <ul className="divide-y divide-line">
        {payouts.map((payout) => {
          const { id, booking, currency } = payout
          const amount = toDecimal(payout.amount_minor - payout.withheld_minor, currency)
          return (
            <li key={id} className="py-2.5">
              <p className="flex items-baseline justify-between gap-x-4 max-[18rem]:flex-wrap">
                <Link
                  to={paths.booking(booking.id)}
                  className="min-w-0 text-sm hover:underline min-[18rem]:truncate"
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
          {account === 'not_connected'
            ? 'Connect your payout account'
            : 'Check your payout account'}
        </TextLink>
      )}
    </Block>
  )
}
