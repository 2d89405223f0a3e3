import { parseDate, startOfMonth, startOfWeek } from '@internationalized/date'
import { Link } from 'react-router'
import type { CalendarEntry } from '#web/data/host-calendar.ts'
import { paths } from '#web/lib/paths.ts'
import { calendarDay, dateOf } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import { entriesOn, hoursOn } from './day-entries.ts'

type MonthSpace = { id: string; title: string; time_zone: string }

/** Returns the days of the weeks that contain a month, from Sunday to Saturday. */
export function monthDays(date: string): string[] {
  const first = startOfMonth(parseDate(date))
  const start = startOfWeek(first, 'en-US')
  const weeks = Math.ceil((first.compare(start) + first.calendar.getDaysInMonth(first)) / 7)
  return Array.from({ length: weeks * 7 }, (_, days) => start.add({ days }).toString())
}

/** Summarizes a day over all displayed spaces. */
export function daySummary(
  entries: readonly CalendarEntry[],
  spaces: readonly MonthSpace[],
  date: string,
) {
  const onDay = spaces.map((space) => entriesOn(entries, space, date))
  const count = (kind: CalendarEntry['kind']) =>
    onDay.flat().filter((entry) => entry.kind === kind).length
  const booked = spaces.flatMap((space, index) =>
    onDay[index]!.filter(({ kind }) => kind === 'booking').map((entry) =>
      hoursOn(entry, date, space),
    ),
  )
  const hours = Math.round(booked.reduce((sum, part) => sum + part, 0))
  const blocked = onDay.filter((list) => list.some(({ kind }) => kind === 'blackout')).length
  const counted = (number: number, one: string, more: string) =>
    number === 0 ? null : `${number} ${number === 1 ? one : more}`
  return {
    booked: hours === 0 ? null : `${hours} h booked`,
    requests: counted(count('request'), 'request', 'requests'),
    imported: counted(count('calendar'), 'imported', 'imported'),
    blocked: blocked === 0 ? null : spaces.length === 1 ? 'Blocked' : `${blocked} blocked`,
  }
}

export function Month(props: {
  month: string
  spaces: readonly MonthSpace[]
  entries: readonly CalendarEntry[]
  now: Date
}) {
  const { month, spaces, entries, now } = props
  const days = monthDays(month)
  const zone = spaces[0]?.time_zone ?? 'UTC'
  const chosen = spaces.length === 1 ? spaces[0]?.id : undefined
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <ol
        aria-hidden
        className="grid grid-cols-7 border-b border-line text-center text-sm text-ink-soft"
      >
        {days.slice(0, 7).map((date) => (
          <li key={date} className="py-2">
            {calendarDay(date).weekday}
          </li>
        ))}
      </ol>
      <ol className="grid grid-cols-7">
        {days.map((date) => {
          const { day, name } = calendarDay(date)
          const isToday = date === dateOf(now, zone)
          const { booked, requests, blocked, imported } = daySummary(entries, spaces, date)
          const lines = [
            {
              text: requests,
              style: 'border border-dashed border-caution bg-caution-soft text-caution-ink',
            },
            { text: booked, style: 'bg-success-soft text-success-ink' },
            { text: imported, style: 'bg-notice-soft text-notice-ink' },
            { text: blocked, style: 'bg-sunken text-ink-soft' },
          ].filter(({ text }) => text !== null)
          return (
            <li
              key={date}
              className="min-w-0 border-line nth-[7n+1]:border-l-0 not-nth-[-n+7]:border-t border-l"
            >
              <Link
                to={paths.hostingCalendar({ week: date, ...(chosen && { space: chosen }) })}
                className="flex min-h-20 flex-col gap-1 p-0.5 hover:bg-sunken sm:min-h-24 sm:p-2"
              >
                <span
                  className={cx(
                    'text-sm tabular-nums max-sm:ml-1',
                    isToday
                      ? 'inline-flex size-7 items-center justify-center rounded-full bg-accent font-semibold text-on-accent'
                      : date.slice(0, 7) === month.slice(0, 7)
                        ? 'font-semibold'
                        : 'text-ink-faint',
                  )}
                >
                  <span aria-hidden>{day}</span>
                  <span className="sr-only">{name}</span>
                </span>
                {lines.map(({ text, style }) => (
                  <span
                    key={text}
                    className={cx(
                      'rounded-small px-0.5 text-xs max-sm:text-[0.65rem] max-sm:leading-tight sm:truncate sm:px-1',
                      style,
                    )}
                  >
                    {text}
                  </span>
                ))}
              </Link>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
