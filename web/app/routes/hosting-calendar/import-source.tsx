import { useQuery } from '@tanstack/react-query'
import { type CalendarEntry, importedEvents } from '#web/data/host-calendar.ts'
import { useSession } from '#web/features/account/session.tsx'
import { agoText } from '#web/lib/ago-text.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDatedSpan } from '#web/lib/times.ts'
import { TextLink } from '#web/ui/text-link.tsx'

export function ImportSource(props: {
  entry: CalendarEntry
  space: { id: string; time_zone: string }
  now: Date
}) {
  const { entry, space, now } = props
  const { user } = useSession()
  const events = useQuery(importedEvents(user?.id, entry))
  return (
    <>
      <ul className="flex flex-col gap-1 text-ink-soft">
        {events.data?.map(({ calendar, summary, start_time, end_time }) => (
          <li key={`${calendar.name} ${start_time} ${summary}`} className="wrap-anywhere">
            {events.data.length > 1 && (
              <>
                {formatDatedSpan(
                  { startsAt: new Date(start_time), endsAt: new Date(end_time) },
                  space.time_zone,
                )}
                {': '}
              </>
            )}
            {summary && `“${summary}” `}from {calendar.name}, checked{' '}
            {agoText(new Date(calendar.checked_at), now)}
            {calendar.last_error && '. The last check failed'}
          </li>
        ))}
      </ul>
      <TextLink to={paths.hostingCalendars(space.id)}>Calendar sync</TextLink>
    </>
  )
}
