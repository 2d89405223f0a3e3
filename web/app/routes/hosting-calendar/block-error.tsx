import type { CalendarSpace, Conflict, TimesToBlock } from '#web/data/host-calendar.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf, formatDate, formatDatedSpan } from '#web/lib/times.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** The error of a request to block times, or the times that it could not block. */
export type BlockProblem = Error | readonly Conflict[] | null

const failed = 'Failed to block this time'

/** Shows the problem as a toast with the space and times, if the panel or page is closed. */
export function showBlockProblem(
  problem: NonNullable<BlockProblem>,
  { blocks }: TimesToBlock,
  space: CalendarSpace,
): void {
  const isError = problem instanceof Error
  const [first, ...more] = isError ? blocks : problem
  if (!first) return
  const span = { startsAt: new Date(first.starts_at), endsAt: new Date(first.ends_at) }
  const time = `${space.title}: ${formatDatedSpan(span, space.time_zone)}`
  showToast({
    tone: 'error',
    title: isError ? messageOf(problem, failed) : `Not blocked: ${problem[0]?.message}`,
    description: more.length > 0 ? `${time}, and ${more.length} more` : time,
  })
}

export function BlockError({ problem, timeZone }: { problem: BlockProblem; timeZone: string }) {
  if (!problem) return null
  if (problem instanceof Error) return <AlertText>{messageOf(problem, failed)}</AlertText>
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
