/** Times as mails tell them, in en-US, always with the zone they are in (IANA). */

const plain = (text: string) => text.replaceAll('\u202f', ' ')

function format(at: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return plain(new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(at))
}

const day = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const

/** 'Sunday, November 22, 2026' */
export function dayOf(at: Date, timeZone: string): string {
  return format(at, timeZone, day)
}

/** '3:00 PM – 6:00 PM', with the weekday of the end when it is another day. */
export function spanOf(startsAt: Date, endsAt: Date, timeZone: string): string {
  const sameDay = dayOf(startsAt, timeZone) === dayOf(endsAt, timeZone)
  const end = format(endsAt, timeZone, sameDay ? clock : { weekday: 'long', ...clock })
  return `${format(startsAt, timeZone, clock)} – ${end}`
}

/** 'Sunday, November 22, 2026 at 3:00 PM' */
export function momentOf(at: Date, timeZone: string): string {
  return `${dayOf(at, timeZone)} at ${format(at, timeZone, clock)}`
}

/** 'Tokyo time (GMT+9)', as it is at `at`. */
export function zoneOf(at: Date, timeZone: string): string {
  const city = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' })
  const offset = parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return `${city} time (${offset})`
}
