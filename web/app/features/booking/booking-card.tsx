import { CalendarDays, Clock, MapPin, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BookingStatus } from '@hourspace/domain/booking-states.ts'
import type { Booking, RefundStatus } from '#web/data/bookings.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDay, formatSpan, placeTime } from '#web/lib/times.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { cx } from '#web/ui/cx.ts'
import { Price } from '#web/ui/price.tsx'
import { ViewerTime } from '#web/ui/viewer-time.tsx'
import { phaseOf } from './booking-phase.ts'

export function BookingCard(props: { booking: Booking; now: Date; children?: ReactNode }) {
  const { booking, now, children } = props
  const { space, time_zone: timeZone, guest_count: guests } = booking
  const isFinished = phaseOf(booking, now) === 'finished'
  const { day, span, instants } = timesOf(booking)
  const isRefused = booking.status === 'declined' || booking.status === 'expired'
  const suggested = booking.suggested_start_time
  return (
    <Card flush className="relative flex flex-col sm:flex-row">
      <CoverPicture
        space={space}
        sizes="(min-width: 40rem) 14rem, 6rem"
        className={cx(
          'shrink-0 max-sm:absolute max-sm:top-5 max-sm:left-5 max-sm:size-18 max-sm:rounded-control sm:w-56',
          (isFinished || endedStatuses.has(booking.status)) && 'opacity-70 grayscale',
        )}
      />
      <div className="flex min-w-0 grow flex-col gap-3 p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 max-sm:min-h-18 max-sm:content-center max-sm:pl-22">
          <h2 className="min-w-0 grow basis-56 text-xl max-sm:text-lg">
            <Link to={paths.booking(booking.id)} className="hover:underline">
              {space.title}
            </Link>
          </h2>
          <span className="flex flex-wrap gap-1.5">
            <BookingStatusBadge status={booking.status} isPast={isFinished} />
            {isFinished && <Badge>Finished</Badge>}
          </span>
        </div>
        <ul className="flex flex-col gap-1.5 text-sm text-ink-soft">
          <li className="flex items-center gap-2">
            <MapPin aria-hidden className="size-4 shrink-0 text-ink-faint" />
            {space.location}
          </li>
          <li className="flex items-center gap-2">
            <CalendarDays aria-hidden className="size-4 shrink-0 text-ink-faint" />
            <time dateTime={booking.start_time}>{day}</time>
          </li>
          <li className="flex items-start gap-2">
            <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
            <span>
              {span} <span className="text-ink-faint">({placeTime(space.location)})</span>
              <ViewerTime span={instants} timeZone={timeZone} className="block text-ink-faint" />
            </span>
          </li>
          <li className="flex items-center gap-2">
            <Users aria-hidden className="size-4 shrink-0 text-ink-faint" />
            {guests} {guests === 1 ? 'person' : 'people'}
          </li>
        </ul>
        {suggested && new Date(suggested) > now && (
          <p className="font-semibold text-accent-ink">The host suggested another time</p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-1">
          <div>
            <Price
              amount={booking.total_price}
              currency={booking.currency}
              className="text-lg font-semibold"
            />
            {isRefused && booking.total_price > 0 && (
              <p className="text-sm text-ink-soft">not charged</p>
            )}
            {booking.refunded_amount > 0 && (
              <p className="text-sm text-ink-soft">
                <Price amount={booking.refunded_amount} currency={booking.currency} />{' '}
                {refundText(booking.refund_status)}
              </p>
            )}
          </div>
          {children}
        </div>
      </div>
    </Card>
  )
}

export function BookingCardSkeleton() {
  return (
    <Card flush className="flex animate-pulse flex-col sm:h-52 sm:flex-row" aria-hidden>
      <div className="shrink-0 bg-sunken max-sm:m-5 max-sm:mb-0 max-sm:size-18 max-sm:rounded-control sm:w-56" />
      <div className="flex grow flex-col gap-3 p-5">
        <div className="h-6 w-2/3 rounded-small bg-sunken" />
        <div className="h-4 w-1/3 rounded-small bg-sunken" />
        <div className="h-4 w-1/2 rounded-small bg-sunken" />
        <div className="h-4 w-2/5 rounded-small bg-sunken" />
      </div>
    </Card>
  )
}

export function refundText(status: RefundStatus | null): string {
  switch (status) {
    case 'pending':
      return 'on its way to you'
    case 'disputed':
      return 'on hold until your bank has decided your dispute'
    case 'retrying':
      return 'returned by your bank; we’re trying again'
    case 'failed':
      return 'could not be refunded yet; we’ll email you'
    case 'settled':
    case 'succeeded':
    case null:
      return 'refunded'
  }
}

const tones: Record<string, Tone> = {
  confirmed: 'success',
  requested: 'notice',
  cancelled: 'danger',
  declined: 'danger',
}

/** Statuses of bookings that will not take place. */
export const endedStatuses: ReadonlySet<BookingStatus> = new Set([
  'cancelled',
  'declined',
  'expired',
])

/** Badge with a booking's status. `isPast` makes its color neutral. */
export function BookingStatusBadge({ status, isPast }: { status: string; isPast?: boolean }) {
  return (
    <Badge tone={isPast ? 'neutral' : (tones[status] ?? 'neutral')} dot>
      {status.charAt(0).toUpperCase() + status.slice(1)}
    </Badge>
  )
}

/** Formats a booking's day and time span in the space's time zone. */
export function timesOf(booking: Pick<Booking, 'start_time' | 'end_time' | 'time_zone'>): {
  day: string
  span: string
  instants: { startsAt: Date; endsAt: Date }
} {
  const startsAt = new Date(booking.start_time)
  const endsAt = new Date(booking.end_time)
  return {
    day: formatDay(startsAt, booking.time_zone),
    span: formatSpan({ startsAt, endsAt }, booking.time_zone),
    instants: { startsAt, endsAt },
  }
}

export function canCancel(booking: Pick<Booking, 'status' | 'start_time'>, now: Date): boolean {
  return booking.status === 'confirmed' && new Date(booking.start_time) > now
}
