import type { Booking } from '#web/data/bookings.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { phaseOf, type BookingPhase } from './booking-phase.ts'

const faces: Record<BookingPhase, { tone: Tone; text: string }> = {
  upcoming: { tone: 'success', text: 'Confirmed' },
  started: { tone: 'notice', text: 'Happening now' },
  finished: { tone: 'neutral', text: 'Finished' },
  cancelled: { tone: 'danger', text: 'Cancelled' },
  requested: { tone: 'notice', text: 'Requested' },
  declined: { tone: 'danger', text: 'Declined' },
  expired: { tone: 'neutral', text: 'Expired' },
  withdrawn: { tone: 'neutral', text: 'Withdrawn' },
}

export function BookingPhaseBadge(props: {
  booking: Pick<Booking, 'status' | 'start_time' | 'end_time' | 'answer'>
  now: Date
}) {
  const { tone, text } = faces[phaseOf(props.booking, props.now)]
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  )
}
