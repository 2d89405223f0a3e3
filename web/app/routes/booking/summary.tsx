import { CalendarDays, Clock, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { endedStatuses, timesOf } from '#web/features/booking/booking-card.tsx'
import { BookingPhaseBadge } from '#web/features/booking/booking-phase-badge.tsx'
import { countdownOf } from '#web/features/booking/booking-phase.ts'
import { paths } from '#web/lib/paths.ts'
import { placeTime } from '#web/lib/times.ts'
import { Card } from '#web/ui/card.tsx'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { cx } from '#web/ui/cx.ts'
import { ViewerTime } from '#web/ui/viewer-time.tsx'

export const summaryId = 'booking-summary'

export function BookingSummary(props: {
  booking: BookingDetails
  isHost: boolean
  now: Date
  children?: ReactNode
}) {
  const { booking, isHost, now, children } = props
  const { space, guest_count: guests, time_zone: timeZone } = booking
  const { day, span, instants } = timesOf(booking)
  const hasEnded = endedStatuses.has(booking.status)
  const isRequest = booking.status === 'requested'
  const guestIntroduction = isRequest ? 'Your request' : 'Your booking'
  const hostIntroduction = isRequest
    ? `${booking.guest?.full_name ?? 'A guest'} would like to book`
    : 'A booking at your space'
  return (
    <Card
      flush
      id={summaryId}
      tabIndex={-1}
      className="grid outline-offset-4 md:grid-cols-[1fr_minmax(16rem,42%)]"
    >
      <div className="flex min-w-0 flex-col gap-3 p-5 sm:gap-4 sm:p-8">
        <div>
          <BookingPhaseBadge booking={booking} now={now} />
        </div>
        <div className="flex flex-col gap-1.5">
          <p className="text-sm text-ink-soft">{isHost ? hostIntroduction : guestIntroduction}</p>
          <h1 className="text-3xl wrap-anywhere">
            {space.is_listed ? (
              <Link to={paths.space(space)} className="hover:underline">
                {space.title}
              </Link>
            ) : (
              space.title
            )}
          </h1>
        </div>
        <p className="font-display text-xl font-semibold text-accent-ink">
          {countdownOf(booking, isHost ? 'host' : 'guest', now)}
        </p>
        <ul className="flex flex-col gap-2">
          <li className="flex items-center gap-3">
            <CalendarDays aria-hidden className="size-5 shrink-0 text-ink-faint" />
            <time dateTime={booking.start_time} className={hasEnded ? 'line-through' : ''}>
              {day}
            </time>
          </li>
          <li className="flex items-start gap-3">
            <Clock aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
            <span>
              <span className={hasEnded ? 'line-through' : ''}>{span}</span>{' '}
              <span className="text-ink-soft">({placeTime(space.location)})</span>
              <ViewerTime
                span={instants}
                timeZone={timeZone}
                className={cx('block text-sm text-ink-soft', hasEnded && 'line-through')}
              />
            </span>
          </li>
          <li className="flex items-center gap-3">
            <Users aria-hidden className="size-5 shrink-0 text-ink-faint" />
            {guests} {guests === 1 ? 'person' : 'people'}
          </li>
        </ul>
        {children}
      </div>
      <div
        className={cx(
          'relative order-first aspect-16/9 md:order-none md:aspect-auto',
          // On a phone, hosts see no picture of their own space, so that a request can be answered
          // without scrolling.
          isHost && 'max-md:hidden',
        )}
      >
        <CoverPicture
          space={space}
          sizes="(min-width: 48rem) 32rem, 100vw"
          loading="eager"
          className="absolute inset-0 size-full"
        />
      </div>
    </Card>
  )
}
