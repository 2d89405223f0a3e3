import type { Conflict } from '#web/data/host-calendar.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf, formatDate } from '#web/lib/times.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** The error of a request to block times, or the times that it could not block. */
export type BlockProblem = Error | readonly Conflict[] | null

export function BlockError({ problem, timeZone }: { problem: BlockProblem; timeZone: string }) {
  if (!problem) return null
  if (problem instanceof Error)
    return <AlertText>{messageOf(problem, 'Failed to block this time')}</AlertText>
  return (
    <div role="alert" className="text-sm text-danger-ink">
      {problem[0]?.series_id && <p className="mb-1 font-medium">These days are not blocked:</p>}
      <ul className="flex flex-col gap-1">
        {problem.map(({ starts_at, series_id, message, booking_id }) => (
          <li key={starts_at}>
            {series_id && `${formatDate(dateOf(new Date(starts_at), timeZone))}: `}
            {message}
            {booking_id && (
              <>
                . <TextLink to={paths.booking(booking_id)}>View booking</TextLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
