import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { toDecimal } from '@hourspace/domain/money.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { bookingsOfHost, type HostBooking } from '#web/data/host-bookings.ts'
import type { Page } from '#web/data/keyset.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDay, formatSpan } from '#web/lib/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/price.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { ViewerTime } from '#web/ui/viewer-time.tsx'
import type { PayoutAccountState } from './payout-account.ts'
import { payoutNotes, payoutText, refundTrouble } from './payouts.ts'
import { Rows, Section } from './section.tsx'

/** Bookings that come with each press of 'Show more'. */
const pageSize = 10

/** Who has booked the host's spaces, booked last first: the `first` ones, and more on request. */
export function IncomingBookings(props: {
  hostId: string
  first: Page<HostBooking>
  now: Date
  /** The host's account for payouts; undefined while it is not known. */
  account?: PayoutAccountState
}) {
  const { hostId, first, now, account } = props
  const [further, setFurther] = useState<readonly HostBooking[]>([])
  const [next, setNext] = useState(first.next)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  async function showMore() {
    setPending(true)
    setError(undefined)
    try {
      const page = await bookingsOfHost(await browserClient(), hostId, {
        after: next,
        limit: pageSize,
      })
      flushSync(() => {
        setFurther([...further, ...page.rows])
        setNext(page.next)
      })
      // The button may be gone with the last page: a keyboard goes on from the first that came.
      if (page.rows[0])
        document.getElementById(rowIdOf(page.rows[0]))?.focus({ preventScroll: true })
    } catch (reason) {
      setError(messageOf(reason, 'Failed to fetch bookings'))
    } finally {
      setPending(false)
    }
  }

  return (
    <Section title="Bookings of your spaces">
      <Rows>
        {[...first.rows, ...further].map((booking) => (
          <HostBookingRow key={booking.id} booking={booking} now={now} account={account} />
        ))}
      </Rows>
      <ShowMore
        list="bookings of your spaces"
        hasMore={next !== null}
        isPending={isPending}
        onPress={() => void showMore()}
        error={error}
      />
    </Section>
  )
}

/** Where the page has the row of a booking. */
const rowIdOf = ({ id }: HostBooking) => `host-booking-${id}`

/** A guest's booking of one of the host's spaces: who, where, when, and what it brings. */
function HostBookingRow(props: {
  booking: HostBooking
  now: Date
  /** The host's account for payouts; undefined while it is not known. */
  account?: PayoutAccountState
}) {
  const { booking, now, account } = props
  const { space, payout, currency, time_zone: timeZone } = booking
  const guest = booking.guestName ?? 'A guest'
  const startsAt = new Date(booking.start_time)
  const span = { startsAt, endsAt: new Date(booking.end_time) }
  const trouble = refundTrouble(booking.refund_status)
  const isCancelled = booking.status === 'cancelled'
  // A cancellation may leave the host a part of the share; the payout knows.
  const share = payout ? toDecimal(payout.amount_minor, currency) : booking.host_share_amount

  return (
    <li
      id={rowIdOf(booking)}
      tabIndex={-1}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4"
    >
      <Avatar name={guest} className="size-10" />
      <div className="min-w-0 grow basis-56">
        <p>
          <span className="font-semibold">{guest}</span>
          {isCancelled && (
            <Badge tone="danger" className="ml-2">
              Cancelled
            </Badge>
          )}
        </p>
        <p className="truncate text-sm">
          <Link to={paths.space(space)} className="hover:underline">
            {space.title}
          </Link>
        </p>
        <p className="text-sm text-ink-soft">
          {formatDay(startsAt, timeZone)},{' '}
          <span className="whitespace-nowrap">{formatSpan(span, timeZone)}</span>
          <ViewerTime span={span} timeZone={timeZone} className="block text-ink-faint" />
        </p>
      </div>
      <dl className="ml-14 text-sm sm:ml-0 sm:text-right">
        <div className="flex gap-2 sm:justify-end">
          <dt className="text-ink-soft">Your share</dt>
          <dd className="font-semibold">
            <Price amount={share} currency={currency} />
          </dd>
        </div>
        {!isCancelled && (
          <div className="flex gap-2 text-ink-soft sm:justify-end">
            <dt>Host commission</dt>
            <dd>
              <Price amount={booking.host_commission_amount} currency={currency} />
            </dd>
          </div>
        )}
        <div className="text-ink-faint">
          <dt className="sr-only">Payout</dt>
          <dd>{payoutText(payout, timeZone, now, account)}</dd>
          {payoutNotes(payout, currency).map((note) => (
            <dd key={note}>{note}</dd>
          ))}
          {trouble && <dd>{trouble}</dd>}
        </div>
      </dl>
    </li>
  )
}
