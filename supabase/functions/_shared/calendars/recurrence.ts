import { RRuleTemporal } from 'rrule-temporal'
import { failure } from '#functions/_shared/errors.ts'

/** A local date and time in milliseconds since the epoch, computed as if it were a time in UTC. */
export type WallTime = number

export type WallSpan = { from: WallTime; to: WallTime }

/**
 * Maximum number of combinations of BYHOUR, BYMINUTE and BYSECOND in a recurrence rule. Expanding
 * more would take too long.
 */
const mostPerDay = 24

/**
 * Returns the local start times of a recurrence rule in a period. Ignores the rule's UNTIL, which
 * may be a UTC time; the caller must apply it. Throws feed_unreadable for an invalid rule, or
 * feed_too_many_events if the rule has too many occurrences.
 */
export function occurrencesOf(start: WallTime, rule: string, period: WallSpan): WallTime[] {
  const parts = rule
    .toUpperCase()
    .split(';')
    .filter((part) => part && !part.startsWith('UNTIL='))
  const perDay = ['BYHOUR', 'BYMINUTE', 'BYSECOND']
    .map((name) => parts.find((part) => part.startsWith(`${name}=`))?.split(',').length ?? 1)
    .reduce((product, count) => product * count)
  if (perDay > mostPerDay) throw failure('feed_too_many_events')
  const dtstart = `${new Date(start).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  try {
    const recurrence = new RRuleTemporal({
      rruleString: `DTSTART:${dtstart}\nRRULE:${parts.join(';')}`,
    })
    return recurrence
      .between(new Date(period.from), new Date(period.to), true)
      .map(({ epochMilliseconds }) => epochMilliseconds)
  } catch (cause) {
    const isTooLong = cause instanceof Error && /exceeded/.test(cause.message)
    throw failure(isTooLong ? 'feed_too_many_events' : 'feed_unreadable')
  }
}
