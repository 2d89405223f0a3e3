import { useDeferredValue } from 'react'
import { localDay } from '#web/features/spaces/local-day.ts'
import { paths } from '#web/lib/paths.ts'
import { calendarDay } from '#web/lib/times.ts'
import { chipStyles } from '#web/ui/filter-chips.tsx'
import { Link } from '#web/ui/link.tsx'

const saturday = 6

/** Returns the days to which the page links, starting with `today` (YYYY-MM-DD). */
export function daysSoon(today: string): { label: string; date: string }[] {
  const noon = new Date(`${today}T12:00:00`)
  const untilSaturday = saturday - noon.getDay()
  const days = [
    { label: 'Free today', date: today },
    { label: 'Free tomorrow', date: localDay(1, noon) },
  ]
  // On Friday and Saturday, today and tomorrow already include Saturday.
  if (untilSaturday < 2) return days
  const date = localDay(untilSaturday, noon)
  return [...days, { label: `Free this ${longDay(date)}`, date }]
}

const longDay = (date: string) => calendarDay(date).name.split(',')[0]

/**
 * Links to spaces that are free in the next days. Rendered only in the browser, because the server
 * does not know the viewer's date.
 */
export function FreeSoon() {
  const today = useDeferredValue<string | null>(localDay(0), null)
  return (
    <nav aria-label="Free soon" className="mt-3 min-h-10 pointer-coarse:min-h-11 noscript:hidden">
      <ul className="-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
        {today &&
          daysSoon(today).map(({ label, date }) => (
            <li key={date} className="shrink-0">
              <Link to={paths.explore({ date })} rel="nofollow" className={chipStyles(false)}>
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
