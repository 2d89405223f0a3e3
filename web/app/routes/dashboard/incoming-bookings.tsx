import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { toDecimal } from '@hourspace/domain/money.ts'
import type { HostBooking } from '#web/data/host-bookings.ts'
import type { Page } from '#web/data/keyset.ts'
import { BookingStatusBadge, endedStatuses } from '#web/features/booking/booking-card.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDay, formatSpan } from '#web/lib/times.ts'
import { useShowMore } from '#web/lib/use-show-more.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Price } from '#web/ui/price.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { ViewerTime } from '#web/ui/viewer-time.tsx'
import { guestBookingsId } from '#web/features/hosting/guest-bookings.ts'
import type { PayoutAccountState } from '#web/features/hosting/payout-account.ts'
import { payoutNotes, payoutText, refundTrouble } from '#web/features/hosting/payouts.ts'
import { Rows, Section } from './section.tsx'

export function IncomingBookings(props: {
  list: UseInfiniteQueryResult<InfiniteData<Page<HostBooking>>>
  now: Date
  /** `account` is the status of the host's payout account; undefined while loading. */
  account: PayoutAccountState | undefined
}) {
  const { list, now, account } = props
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const { hash } = useLocation()
  // Scrolls to the section in the URL. The browser cannot, because the bookings load later.
  useEffect(() => {
    if (hash === `#${guestBookingsId}`) document.getElementById(guestBookingsId)?.scrollIntoView()
  }, [hash])

  const more = useShowMore(list, rowIdOf)

  if (rows.length === 0) return null
  return (
    <Section
      id={guestBookingsId}
      title="Guest bookings"
      action={<p className="text-sm text-ink-soft">Newest first</p>}
    >
      <Rows>
        {rows.map((booking) => (
          <HostBookingRow key={booking.id} booking={booking} now={now} account={account} />
        ))}
      </Rows>
      <ShowMore
        list="guest bookings"
        {...more}
        error={list.error ? messageOf(list.error, 'Failed to fetch bookings') : undefined}
      />
    </Section>
  )
}

const rowIdOf = ({ id }: HostBooking) => `host-booking-${id}`

function HostBookingRow(props: {
  booking: HostBooking
  now: Date
  account: PayoutAccountState | undefined
}) {
  const { booking, now, account } = props
  const { space, payout, currency, time_zone: timeZone } = booking
  const guest = booking.guestName ?? 'A guest'
  const startsAt = new Date(booking.start_time)
  const span = { startsAt, endsAt: new Date(booking.end_time) }
  const trouble = refundTrouble(booking.refund_status)
  const hasEnded = endedStatuses.has(booking.status)
  // Shows the amount of the payout if there is one, because only the payout reflects a
  // cancellation.
  const promised = hasEnded ? 0 : booking.host_share_amount
  const share = payout ? toDecimal(payout.amount_minor, currency) : promised

  return (
    <li
      id={rowIdOf(booking)}
      tabIndex={-1}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4"
    >
      <Avatar name={guest} src={booking.guestPicture} side={40} className="size-10" />
      <div className="min-w-0 grow basis-56">
        <p>
          <span className="font-semibold">{guest}</span>{' '}
          {booking.status !== 'confirmed' && (
            <span className="ml-1">
              <BookingStatusBadge status={booking.status} />
            </span>
          )}
        </p>
        <p className="text-sm min-[18rem]:truncate">
          <Link to={paths.booking(booking.id)} className="hover:underline">
            {space.title}
          </Link>
        </p>
        <p className="text-sm text-ink-soft">
          {formatDay(startsAt, timeZone)},{' '}
          <span className="min-[18rem]:whitespace-nowrap">{formatSpan(span, timeZone)}</span>
          <ViewerTime span={span} timeZone={timeZone} className="block text-ink-faint" />
        </p>
      </div>
      <dl className="min-w-0 text-sm min-[18rem]:max-sm:ml-14 sm:text-right">
        <div className="flex flex-wrap gap-x-2 sm:justify-end">
          <dt className="text-ink-soft">Your share</dt>
          <dd className="font-semibold">
            <Price amount={share} currency={currency} />
          </dd>
        </div>
        {!hasEnded && (
          <div className="flex flex-wrap gap-x-2 text-ink-soft sm:justify-end">
            <dt>Host commission</dt>
            <dd>
              <Price amount={booking.host_commission_amount} currency={currency} />
            </dd>
          </div>
        )}
        <div className="text-ink-faint">
          <dt className="sr-only">Payout</dt>
          {booking.status === 'requested' ? (
            <dd>Waiting for your answer</dd>
          ) : (
            <dd>{payoutText(payout, timeZone, now, account)}</dd>
          )}
          {payoutNotes(payout, currency).map((note) => (
            <dd key={note}>{note}</dd>
          ))}
          {trouble && <dd>{trouble}</dd>}
        </div>
      </dl>
    </li>
  )
}
