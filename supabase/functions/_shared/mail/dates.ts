const formatters = new Map<string, Intl.DateTimeFormat>()

/** Caches formatters, because creating an Intl.DateTimeFormat takes longer than a hundred uses. */
function formatterOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const created = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  formatters.set(key, created)
  return created
}

function format(at: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const text = formatterOf(timeZone, options).format(at)
  // Replaces the narrow no-break space that ICU writes before AM and PM with an ordinary space.
  return text.replaceAll('\u202f', ' ')
}

const day = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const

/** Formats a date as 'Sunday, November 22, 2026'. */
export function dayOf(at: Date, timeZone: string): string {
  return format(at, timeZone, day)
}

/** Formats a date as 'Sun, Nov 22'. */
export function shortDayOf(at: Date, timeZone: string): string {
  return format(at, timeZone, { weekday: 'short', month: 'short', day: 'numeric' })
}

/**
 * Formats a time range as '3:00 PM – 6:00 PM'. Adds the weekday of the end if the range ends on
 * another day.
 */
export function spanOf(startsAt: Date, endsAt: Date, timeZone: string): string {
  const sameDay = dayOf(startsAt, timeZone) === dayOf(endsAt, timeZone)
  const end = format(endsAt, timeZone, sameDay ? clock : { weekday: 'long', ...clock })
  return `${format(startsAt, timeZone, clock)} – ${end}`
}

/** Formats a date and time as 'Sunday, November 22, 2026 at 3:00 PM'. */
export function momentOf(at: Date, timeZone: string): string {
  return `${dayOf(at, timeZone)} at ${format(at, timeZone, clock)}`
}

/** Returns the local date and time of day of an instant for a URL: ['2026-11-22', '15:00']. */
export function urlTimeOf(at: Date, timeZone: string): [date: string, time: string] {
  // The Swedish locale formats dates as YYYY-MM-DD and times as HH:MM, as the URL requires.
  const text = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  }).format(at)
  const [date = '', time = ''] = text.split(' ')
  return [date, time]
}

/** Formats a time zone with its UTC offset at a given time, such as 'Central Time (GMT-6)'. */
export function zoneOf(at: Date, timeZone: string): string {
  const named = (timeZoneName: 'longGeneric' | 'shortOffset') =>
    formatterOf(timeZone, { timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value
  return `${named('longGeneric')} (${named('shortOffset')})`
}
