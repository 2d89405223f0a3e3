import { CalendarOff } from 'lucide-react'

/** Stands in place of the booking form while the space cannot be booked. */
export function UnavailableNotice() {
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center">
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-danger-soft text-danger-ink">
        <CalendarOff aria-hidden className="size-6" />
      </span>
      <h2 className="text-xl">Temporarily Unavailable</h2>
      <p className="max-w-xs text-ink-soft">
        The host takes no bookings for this space at the moment. Please check back soon.
      </p>
    </div>
  )
}
