import { formatMinor } from '@hourspace/domain/money.ts'
import { cancelReasonText, problemRules } from '@hourspace/domain/problems.ts'
import type { ProblemEvent } from '#web/data/admin-bookings.ts'
import { paths } from '#web/lib/paths.ts'
import { formatUtc } from '#web/lib/times.ts'
import { TextLink } from '#web/ui/text-link.tsx'

const actions: Record<ProblemEvent['action'], string> = {
  cancelled_by_host: 'cancelled as host',
  cancelled_by_admin: 'cancelled as admin',
  reported: 'reported',
  withdrawn: 'withdrew',
  upheld: 'accepted',
  declined: 'declined',
  settled: 'recorded as paid',
}

export function ProblemLog({ events }: { events: readonly ProblemEvent[] }) {
  return (
    <ol className="divide-y divide-line text-sm">
      {events.map(({ id, action, actor, problem, booking, ...event }) => {
        const what = problem ? problemRules[problem.kind].name : cancelReasonText(event.reason)
        const amount =
          event.amount_minor === null ? null : formatMinor(event.amount_minor, booking.currency)
        return (
          <li key={id} className="flex flex-col gap-0.5 py-3 first:pt-0 last:pb-0">
            <p className="wrap-anywhere">
              <span className="font-semibold">
                {actor ? (actor.full_name ?? 'A user without a name') : 'A former user'}
              </span>{' '}
              {actions[action]}: {what}
              {amount && `, ${amount}`}
              {' · '}
              <TextLink to={paths.adminBooking(booking.id)}>{booking.space.title}</TextLink>
            </p>
            {event.note && (
              <p className="max-w-prose whitespace-pre-line text-ink-soft wrap-anywhere">
                “{event.note}”
              </p>
            )}
            <time dateTime={event.created_at} className="text-ink-soft">
              {formatUtc(event.created_at)}
            </time>
          </li>
        )
      })}
    </ol>
  )
}
