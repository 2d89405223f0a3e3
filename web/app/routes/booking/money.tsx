import type { ReactNode } from 'react'
import { hoursBetween } from '@hourspace/domain/durations.ts'
import { bookedExtraText } from '@hourspace/domain/extras.ts'
import { rentalLines } from '@hourspace/domain/fees.ts'
import { formatMoney, toDecimal } from '@hourspace/domain/money.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { useSession } from '#web/features/account/session.tsx'
import { refundText } from '#web/features/booking/booking-card.tsx'
import { phaseOf } from '#web/features/booking/booking-phase.ts'
import { RefundLines } from '#web/features/booking/refund-lines.tsx'
import { usePayoutAccount } from '#web/features/hosting/payout-account.ts'
import { payoutText } from '#web/features/hosting/payouts.ts'
import { formatDay } from '#web/lib/times.ts'
import { Panel } from './panel.tsx'

type MoneyProps = { booking: BookingDetails; now: Date }

export function GuestMoney({ booking, now }: MoneyProps) {
  const { currency, total_price: total, refunded_amount: refunded, payment } = booking
  const money = (amount: number) => formatMoney(amount, currency)
  if (total === 0)
    return (
      <Panel title="Payment">
        <p>This booking is free.</p>
      </Panel>
    )
  return (
    <Panel title="Payment">
      <dl className="flex flex-col gap-2 text-sm">
        <RentalLines booking={booking} />
        <Line name={`Platform fee (${booking.platform_fee_percentage}%)`}>
          {money(booking.platform_fee_amount)}
        </Line>
        <Line name={totalName(booking)} isTotal>
          {money(total)}
        </Line>
        {refunded > 0 && <Line name={refundName(booking)}>−{money(refunded)}</Line>}
      </dl>
      {payment?.paid_at && (
        <p className="text-sm text-ink-soft">
          Paid on {formatDay(new Date(payment.paid_at), booking.time_zone)}
        </p>
      )}
      <RefundRule booking={booking} now={now} />
    </Panel>
  )
}

function totalName({ status, answer }: BookingDetails): string {
  if (status === 'requested') return answer ? 'Total' : 'Total if accepted'
  return wasPaid({ status, answer }) ? 'Total paid' : 'Total, not charged'
}

/** Returns whether the guest had to pay. A request that did not become a booking is not charged. */
const wasPaid = ({ status, answer }: Pick<BookingDetails, 'status' | 'answer'>) =>
  status === 'confirmed' || (status === 'cancelled' && answer !== 'withdrawn')

function refundName({ refund_status: status }: BookingDetails): string {
  const text = refundText(status)
  return text === 'refunded' ? 'Refunded' : `Refund, ${text}`
}

function RefundRule({ booking, now }: MoneyProps) {
  const phase = phaseOf(booking, now)
  if (phase === 'cancelled') {
    if (booking.refunded_amount > 0) return null
    let text = 'Under its cancellation policy, this booking was not refunded.'
    if (booking.returned_amount > 0)
      text = `Your bank has already returned ${formatMoney(booking.returned_amount, booking.currency)} to you.`
    else if (booking.cancelled_by === 'admin') text = 'This booking was cancelled without a refund.'
    return <p className="text-sm">{text}</p>
  }
  if (phase === 'requested')
    return (
      <p className="text-sm text-ink-soft">
        {booking.answer
          ? 'Your card is being charged.'
          : 'Your card is authorized. It is charged only if the host accepts.'}
      </p>
    )
  if (!wasPaid(booking) && booking.refunded_amount === 0)
    return (
      <p className="text-sm text-ink-soft">
        Your card was not charged. Some banks take a few days to show that the authorization has
        ended.
      </p>
    )
  if (phase !== 'upcoming' || booking.returned_amount === booking.total_price) return null
  return <RefundLines booking={booking} now={now} />
}

export function HostMoney({ booking, now }: MoneyProps) {
  const { currency, payout, status, time_zone: timeZone } = booking
  const { user } = useSession()
  const account = usePayoutAccount(user?.id)
  const money = (amount: number) => formatMoney(amount, currency)
  if (booking.total_price === 0)
    return (
      <Panel title="Your earnings">
        <p>This booking is free.</p>
      </Panel>
    )
  const isRequest = status === 'requested'
  if (!isRequest && !wasPaid(booking))
    return (
      <Panel title="Your earnings">
        <p>This request did not become a booking, so you earn nothing from it.</p>
      </Panel>
    )
  const share = payout ? toDecimal(payout.amount_minor, currency) : booking.host_share_amount
  return (
    <Panel title="Your earnings">
      <dl className="flex flex-col gap-2 text-sm">
        <RentalLines booking={booking} />
        <Line name="Host commission">−{money(booking.host_commission_amount)}</Line>
        {(status === 'cancelled' || share < booking.host_share_amount) && (
          <Line
            name={
              status === 'cancelled' ? 'Cancelled, returned to the guest' : 'Returned to the guest'
            }
          >
            −{money(booking.host_share_amount - share)}
          </Line>
        )}
        <Line name={isRequest ? 'Your share if you accept' : 'Your share'} isTotal>
          {money(share)}
        </Line>
      </dl>
      {!isRequest && !account.isPending && (
        <p className="text-sm text-ink-soft">{payoutText(payout, timeZone, now, account.data)}</p>
      )}
    </Panel>
  )
}

function RentalLines({ booking }: { booking: BookingDetails }) {
  const { currency, extras } = booking
  const hours = hoursBetween(booking.start_time, booking.end_time)
  return (
    <>
      {rentalLines({ ...booking, hours }).map(({ name, amount }) => (
        <Line key={name} name={name}>
          {amount < 0 && '−'}
          {formatMoney(Math.abs(amount), currency)}
        </Line>
      ))}
      {extras.map((extra) => (
        <Line key={extra.id} name={bookedExtraText(extra)}>
          {formatMoney(extra.amount, currency)}
        </Line>
      ))}
    </>
  )
}

function Line(props: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div
      className={
        props.isTotal
          ? 'flex justify-between gap-4 border-t border-line pt-2 text-base font-semibold'
          : 'flex justify-between gap-4'
      }
    >
      <dt className={props.isTotal ? '' : 'min-w-0 text-ink-soft wrap-anywhere'}>{props.name}</dt>
      <dd className="shrink-0 tabular-nums">{props.children}</dd>
    </div>
  )
}
