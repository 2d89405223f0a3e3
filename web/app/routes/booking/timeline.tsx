import { company } from '@hourspace/domain/company.ts'
import { problemRules } from '@hourspace/domain/problems.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import type { BookingChange } from '#web/data/changes.ts'
import { formatDatedSpan, formatMoment } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'

type TimelineEvent = { title: string; at: Date; isDone: boolean }

type TimelineFacts = Pick<
  BookingDetails,
  | 'created_at'
  | 'cancelled_at'
  | 'cancelled_by'
  | 'answer'
  | 'answer_by'
  | 'answered_at'
  | 'problems'
  | 'start_time'
  | 'end_time'
  | 'status'
  | 'time_zone'
>

type ChangeFacts = Pick<
  BookingChange,
  | 'status'
  | 'answered_at'
  | 'old_start_time'
  | 'old_end_time'
  | 'old_guest_count'
  | 'start_time'
  | 'end_time'
  | 'guest_count'
>

function changeTitle(change: ChangeFacts, timeZone: string): string {
  const startsAt = new Date(change.start_time)
  const endsAt = new Date(change.end_time)
  if (
    startsAt.getTime() !== Date.parse(change.old_start_time) ||
    endsAt.getTime() !== Date.parse(change.old_end_time)
  )
    return `Time changed to ${formatDatedSpan({ startsAt, endsAt }, timeZone)}`
  return change.guest_count === change.old_guest_count
    ? 'Extras changed'
    : `Number of people changed to ${change.guest_count}`
}

/**
 * Returns the past and planned events of a booking in chronological order, without payments.
 * `isHost` is true if the host views the booking, and false if the guest does.
 */
export function timelineOf(
  booking: TimelineFacts,
  changes: readonly ChangeFacts[],
  isHost: boolean,
  now: Date,
): TimelineEvent[] {
  const events: TimelineEvent[] = []
  const add = (title: string, at: string | null | undefined) =>
    // Recorded events always count as past, because the clock of the viewer's device may be behind.
    at && events.push({ title, at: new Date(at), isDone: true })
  const plan = (title: string, at: string | null | undefined) =>
    at && events.push({ title, at: new Date(at), isDone: new Date(at) <= now })

  add(booking.answer_by ? 'Requested' : 'Booked', booking.created_at)

  const answerTitles = {
    accepted: isHost ? 'You accepted' : 'Accepted by the host',
    declined: isHost ? 'You declined' : 'Declined by the host',
    expired: 'Request expired',
    withdrawn: isHost ? 'Withdrawn by the guest' : 'You withdrew the request',
  }
  if (booking.answer) add(answerTitles[booking.answer], booking.answered_at)
  else if (booking.status === 'requested') plan('Request expires', booking.answer_by)
  const cancelTitle = {
    host: isHost ? 'You cancelled' : 'Cancelled by the host',
    admin: `Cancelled by ${company.name}`,
  }[booking.cancelled_by ?? '']
  if (booking.answer !== 'withdrawn')
    add(cancelTitle ?? (isHost ? 'Cancelled by the guest' : 'You cancelled'), booking.cancelled_at)
  for (const change of changes)
    if (change.status === 'done') add(changeTitle(change, booking.time_zone), change.answered_at)
  for (const problem of booking.problems) {
    const { name } = problemRules[problem.kind]
    add(`Reported: ${name}`, problem.created_at)
    const outcome = problem.status === 'upheld' ? 'accepted' : 'declined'
    add(`Report ${outcome}: ${name}`, problem.decided_at)
  }
  if (booking.status === 'confirmed') {
    plan(new Date(booking.start_time) <= now ? 'Started' : 'Starts', booking.start_time)
    plan(new Date(booking.end_time) <= now ? 'Finished' : 'Ends', booking.end_time)
  }

  return events.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

export function Timeline(props: { events: readonly TimelineEvent[]; timeZone: string }) {
  return (
    <ol className="flex flex-col">
      {props.events.map(({ title, at, isDone }, index) => (
        <li key={`${title}${at.getTime()}`} className="relative flex gap-4 pb-4 last:pb-0">
          {index < props.events.length - 1 && (
            <span aria-hidden className="absolute top-4 bottom-0 left-[5px] w-0.5 bg-line" />
          )}
          <span
            aria-hidden
            className={cx(
              'mt-1.5 size-3 shrink-0 rounded-full border-2',
              isDone ? 'border-accent bg-accent' : 'border-control bg-surface',
            )}
          />
          <p className={cx('min-w-0', isDone ? '' : 'text-ink-soft')}>
            <span className="font-semibold">{title}</span>
            <time dateTime={at.toISOString()} className="block text-sm text-ink-soft">
              {formatMoment(at, props.timeZone)}
            </time>
          </p>
        </li>
      ))}
    </ol>
  )
}
