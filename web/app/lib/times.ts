/** Functions that format dates and times in en-US. Time zones are IANA names. */

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  let made = formatters.get(key)
  if (!made) {
    made = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    formatters.set(key, made)
  }
  return made
}

/** Replaces the narrow no-break space before AM and PM, which only some ICU versions write. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')

/** Prevents a line break between a time and its AM or PM. */
const joined = (text: string) => text.replaceAll(/[ \u202f](?=[AP]M)/g, '\u00a0')

const short = { weekday: 'short', month: 'short', day: 'numeric' } as const
const long = { weekday: 'long', month: 'long', day: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const

/** Formats an instant as a day such as 'Sun, Nov 22, 2026'. */
export function formatDay(at: Date, timeZone: string): string {
  return formatter(timeZone, { ...short, year: 'numeric' }).format(at)
}

/** Formats an instant as a time of day such as '3:00 PM'. */
export function formatClock(at: Date, timeZone: string): string {
  return plain(formatter(timeZone, clock).format(at))
}

/** Formats an instant as a day and time such as 'Sun, Nov 22, 3:00 PM'. */
export function formatMoment(at: Date, timeZone: string): string {
  return joined(formatter(timeZone, { ...short, ...clock }).format(at))
}

/** Formats an instant with its year, such as 'Nov 22, 2026, 3:00 PM'. */
export function formatStamp(at: Date, timeZone: string): string {
  return plain(
    formatter(timeZone, { month: 'short', day: 'numeric', year: 'numeric', ...clock }).format(at),
  )
}

/** Formats an instant in UTC, such as 'Nov 22, 2026, 3:00 PM UTC'. */
export function formatUtc(at: string): string {
  return `${formatStamp(new Date(at), 'UTC')} UTC`
}

/** Formats an instant as a month such as 'November 2026'. */
export function formatMonth(at: Date, timeZone: string): string {
  return formatter(timeZone, { month: 'long', year: 'numeric' }).format(at)
}

/** Formats a time span such as '3:00 PM – 6:00 PM' or '9:00 PM – 2:00 AM (Mon)'. */
export function formatSpan(span: { startsAt: Date; endsAt: Date }, timeZone: string): string {
  const { startsAt, endsAt } = span
  const weekday = formatter(timeZone, { weekday: 'short' })
  const isSameDay = formatDay(startsAt, timeZone) === formatDay(endsAt, timeZone)
  const text = `${formatClock(startsAt, timeZone)} – ${formatClock(endsAt, timeZone)}`
  return isSameDay ? text : `${text} (${weekday.format(endsAt)})`
}

/** Formats a time span with its day, such as 'Sun, Nov 22, 3:00 PM – 6:00 PM'. */
export function formatDatedSpan(span: { startsAt: Date; endsAt: Date }, timeZone: string): string {
  return `${formatter(timeZone, short).format(span.startsAt)}, ${formatSpan(span, timeZone)}`
}

export function dateOf(at: Date, timeZone: string): string {
  const [month, day, year] = formatter(timeZone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .format(at)
    .split('/')
  return `${year}-${month}-${day}`
}

/** Formats an instant as a 24-hour time of day, such as '14:00'. */
export function timeOfDay(at: Date, timeZone: string): string {
  return formatter(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
}

/** Formats an hour from 0 to 24 as a time such as '9:00 AM'. */
export function formatHour(hour: number): string {
  return `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
}

/** Formats a day (YYYY-MM-DD) as weekday, day and full date: 'Sun', '22', 'Sunday, November 22'. */
export function calendarDay(date: string): { weekday: string; day: string; name: string } {
  const noon = new Date(`${date}T12:00:00Z`)
  return {
    weekday: formatter('UTC', { weekday: 'short' }).format(noon),
    day: String(noon.getUTCDate()),
    name: formatter('UTC', long).format(noon),
  }
}

/** Formats a calendar day (YYYY-MM-DD) as a short date such as 'Nov 22'. */
export function formatDate(date: string): string {
  return formatter('UTC', { month: 'short', day: 'numeric' }).format(new Date(`${date}T12:00:00Z`))
}

/** Returns the name of a place's local time, such as 'New York time', with no-break spaces. */
export function placeTime(place: string): string {
  return `${place} time`.replaceAll(' ', '\u00a0')
}

/** Returns a time zone's name without a city, such as 'Central Time', with no-break spaces. */
export function zoneName(at: Date, timeZone: string): string {
  if (timeZone === 'UTC') return timeZone
  const parts = formatter(timeZone, { timeZoneName: 'longGeneric' }).formatToParts(at)
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone).replaceAll(
    ' ',
    '\u00a0',
  )
}

/** Returns the city of an IANA time zone, such as 'Tokyo' for Asia/Tokyo. */
export function zoneCity(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

/** Returns true if two time zones have the same local time at the instant `at`. */
export function sameClock(one: string, other: string, at: Date): boolean {
  const options = { ...short, ...clock }
  return formatter(one, options).format(at) === formatter(other, options).format(at)
}

/** Names of the weekdays, from Sunday (0) to Saturday (6). */
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
]
