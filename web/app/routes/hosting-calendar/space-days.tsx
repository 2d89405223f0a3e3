import { Ban, CalendarSync, Clock } from 'lucide-react'
import { Link } from 'react-router'
import type { CalendarEntry, TimesToUnblock } from '#web/data/host-calendar.ts'
import { paths } from '#web/lib/paths.ts'
import { calendarDay, dateOf, placeTime } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import { useViewerZone } from '#web/ui/viewer-time.tsx'
import { entriesOn, timeOn } from './day-entries.ts'
import { entryText } from './hour-cells.ts'
import { UnblockButton } from './unblock-button.tsx'

/** Seven days of one of several spaces, with their entries. */
export function SpaceDays(props: {
  space: { id: string; title: string; location: string; time_zone: string }
  days: readonly string[]
  entries: readonly CalendarEntry[]
  now: Date
  onBlock: (date: string) => void
  onUnblock: (unblocked: TimesToUnblock) => void
}) {
  const { space, days, entries, now, onBlock, onUnblock } = props
  const viewerZone = useViewerZone() ?? 'UTC'
  const today = dateOf(now, space.time_zone)
  const shown = days.map((date) => ({ date, ofDay: entriesOn(entries, space, date) }))
  return (
    <section aria-label={space.title} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="text-lg wrap-anywhere max-sm:basis-full">{space.title}</h3>
        <Link
          to={paths.hostingCalendar({ space: space.id, from: days[0]! })}
          className="text-link inline-flex min-h-8 items-center gap-1.5 text-sm font-semibold pointer-coarse:min-h-11"
        >
          <Clock aria-hidden className="size-4" />
          Hours<span className="sr-only"> of {space.title}</span>
        </Link>
        <Link
          to={paths.hostingCalendars(space.id)}
          className="text-link inline-flex min-h-8 items-center gap-1.5 text-sm font-semibold pointer-coarse:min-h-11"
        >
          <CalendarSync aria-hidden className="size-4" />
          Calendar sync<span className="sr-only"> of {space.title}</span>
        </Link>
        {space.time_zone !== viewerZone && (
          <span className="text-sm text-ink-faint">{placeTime(space.location)}</span>
        )}
      </div>
      <ol className="grid gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-7">
        {shown.every(({ ofDay }) => ofDay.length === 0) && (
          <li className="bg-surface px-3 py-2 text-sm text-ink-soft md:hidden">
            Nothing booked or blocked
          </li>
        )}
        {shown.map(({ date, ofDay }) => {
          const { weekday, day, name } = calendarDay(date)
          const isToday = date === today
          return (
            <li
              key={date}
              className={cx(
                'flex min-w-0 flex-col gap-1.5 p-2 md:min-h-18',
                isToday ? 'bg-accent-soft' : 'bg-surface',
                // Phones stack the days and hide empty days, which would make the weeks of many
                // spaces very long.
                ofDay.length === 0 && 'max-md:hidden',
              )}
            >
              <span className="flex min-h-8 items-center justify-between gap-2 text-sm pointer-coarse:min-h-11">
                <span
                  className={cx(
                    // Tablets show the weekday above the day number, because the Block button
                    // leaves too little width for both on one line.
                    'flex gap-x-1 md:max-lg:flex-col md:max-lg:leading-tight',
                    isToday ? 'font-semibold text-accent-ink' : 'text-ink-soft',
                  )}
                >
                  <span>{weekday}</span> <span>{day}</span>
                  {isToday && <span className="sr-only"> (today)</span>}
                </span>
                {date >= today && (
                  <button
                    type="button"
                    aria-label={`Block ${name} at ${space.title}`}
                    onClick={() => onBlock(date)}
                    className="inline-flex size-8 items-center justify-center rounded-small text-ink-faint hover:bg-sunken hover:text-ink pointer-coarse:size-11"
                  >
                    <Ban aria-hidden className="size-4" />
                  </button>
                )}
              </span>
              {ofDay.map((entry) => (
                <Entry
                  key={`${entry.kind} ${entry.starts_at}`}
                  entry={entry}
                  time={timeOn(entry, date, space.time_zone)}
                  onUnblock={onUnblock}
                />
              ))}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const looks: Record<CalendarEntry['kind'], string> = {
  booking: 'bg-success-soft text-success-ink',
  request: 'bg-caution-soft text-caution-ink',
  hold: 'border border-dashed border-control text-ink-soft',
  blackout: 'bg-sunken text-ink-soft',
  calendar: 'bg-notice-soft text-notice-ink',
}

function Entry(props: {
  entry: CalendarEntry
  time: string
  onUnblock: (unblocked: TimesToUnblock) => void
}) {
  const { entry, time, onUnblock } = props
  const styles = cx(
    'flex min-w-0 flex-col rounded-small px-2 py-1 text-left text-xs',
    looks[entry.kind],
  )
  const text = (
    <>
      <span className="font-semibold">{time}</span>
      <span className="break-words">{entryText(entry)}</span>
    </>
  )
  if (entry.booking_id)
    return (
      <Link to={paths.booking(entry.booking_id)} className={cx(styles, 'hover:underline')}>
        {text}
      </Link>
    )
  if (entry.kind === 'blackout')
    return (
      <UnblockButton
        block={entry}
        label={`${time} ${entryText(entry)} Unblock`}
        className={cx(styles, 'hover:text-ink')}
        onUnblock={onUnblock}
      >
        {text}
        <span className="underline">Unblock</span>
      </UnblockButton>
    )
  return <div className={styles}>{text}</div>
}
