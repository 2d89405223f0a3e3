import { Link } from 'react-router'
import type { Booking } from '#web/data/bookings.ts'
import { paths } from '#web/lib/paths.ts'
import { Price } from '#web/ui/price.tsx'
import { ViewerTime } from '#web/ui/viewer-time.tsx'
import { BookingStatusBadge } from '#web/features/booking/booking-status.tsx'
import { timesOf } from '#web/features/booking/booking-times.ts'
import { SpacePicture } from '#web/features/booking/space-picture.tsx'

/** One booking in a line. */
export function BookingRow({ booking }: { booking: Booking }) {
  const { space } = booking
  const { day, span, instants } = timesOf(booking)
  return (
    <li className="flex items-center gap-4 py-3">
      <SpacePicture space={space} sizes="4rem" className="size-14 shrink-0 rounded-control" />
      <div className="min-w-0 grow">
        <Link to={paths.space(space)} className="block truncate font-semibold hover:underline">
          {space.title}
        </Link>
        <p className="text-sm text-ink-soft">
          {day}, <span className="whitespace-nowrap">{span}</span>
          <ViewerTime
            span={instants}
            timeZone={booking.time_zone}
            className="block text-ink-faint"
          />
        </p>
      </div>
      <div className="flex flex-col items-end gap-1.5">
        <Price amount={booking.total_price} currency={booking.currency} className="font-semibold" />
        <BookingStatusBadge status={booking.status} />
      </div>
    </li>
  )
}
