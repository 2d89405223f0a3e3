import { useQuery } from '@tanstack/react-query'
import { calendarState } from '#web/data/calendars.ts'
import { messageOf } from '#web/lib/errors.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CalendarConflicts } from './calendar-conflicts.tsx'
import { CalendarExport } from './calendar-export.tsx'
import { ImportedCalendars } from './imported-calendars.tsx'

/**
 * Calendar conflicts, imported calendars and export link of a space. Renders nothing for users who
 * do not host the space.
 */
export default function CalendarSync(props: { userId: string | undefined; spaceId: string }) {
  const { userId, spaceId } = props
  const { data: state, error, dataUpdatedAt, refetch } = useQuery(calendarState(userId, spaceId))

  if (state === null) return null
  if (!state && error) {
    return (
      <RetryBanner
        message={messageOf(error, 'Failed to fetch your calendars')}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!state) {
    return (
      <>
        <output className="sr-only">Loading your calendars</output>
        <Skeleton className="h-56 w-full rounded-card" />
        <Skeleton className="h-40 w-full rounded-card" />
      </>
    )
  }
  return (
    <>
      {state.conflicts.length > 0 && (
        <CalendarConflicts conflicts={state.conflicts} timeZone={state.space.time_zone} />
      )}
      <ImportedCalendars
        spaceId={spaceId}
        calendars={state.calendars}
        now={new Date(dataUpdatedAt)}
        onChange={() => refetch().then(() => {})}
      />
      <CalendarExport userId={userId} spaceId={spaceId} token={state.token} />
    </>
  )
}
