import { TriangleAlert } from 'lucide-react'
import type { CalendarConflict } from '#web/data/calendars.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDatedSpan } from '#web/lib/times.ts'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export function CalendarConflicts(props: {
  conflicts: readonly CalendarConflict[]
  timeZone: string
}) {
  const { conflicts, timeZone } = props
  const spanOf = (start: string, end: string) =>
    formatDatedSpan({ startsAt: new Date(start), endsAt: new Date(end) }, timeZone)
  const count = conflicts.length
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex gap-3">
        <TriangleAlert aria-hidden className="mt-1 size-5 shrink-0 text-caution-ink" />
        <div className="flex max-w-prose flex-col gap-1">
          <h2 className="text-xl">
            {count === 1 ? '1 event overlaps a booking' : `${count} events overlap bookings`}
          </h2>
          <p className="text-ink-soft">
            The booking keeps its time. Move the event in your other calendar, or open the booking
            to write to the guest or cancel it.
          </p>
        </div>
      </div>
      <ul className="flex flex-col gap-3">
        {conflicts.map((conflict) => (
          <li
            key={`${conflict.uid} ${conflict.event_start_time} ${conflict.booking_id}`}
            className="grid gap-3 rounded-control bg-sunken p-4 sm:grid-cols-2"
          >
            <div className="min-w-0">
              <p className="text-sm text-ink-soft">{conflict.calendar_name}</p>
              <p className="font-semibold wrap-anywhere">{conflict.summary}</p>
              <p className="text-sm">
                {spanOf(conflict.event_start_time, conflict.event_end_time)}
              </p>
              {isSameTime(conflict) && (
                <p className="text-sm text-ink-soft">
                  Same time as the booking: probably your own copy of it.
                </p>
              )}
            </div>
            <div className="min-w-0">
              <p className="text-sm text-ink-soft">Hourspace</p>
              <p>
                <TextLink to={paths.booking(conflict.booking_id)}>
                  {conflict.booking_status === 'requested' ? 'Booking request' : 'Booking'}
                </TextLink>
              </p>
              <p className="text-sm">
                {spanOf(conflict.booking_start_time, conflict.booking_end_time)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const isSameTime = (conflict: CalendarConflict) =>
  conflict.event_start_time === conflict.booking_start_time &&
  conflict.event_end_time === conflict.booking_end_time
