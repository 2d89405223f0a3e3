type RequestedTime = { date: string | null; hour: number | null; hours: number }

/**
 * Returns the time in a query such as `?date=2026-12-05&from=14:00&hours=3`. If the date is missing
 * or not between `today` and `lastDay`, returns only the length, or null without a bookable length.
 * The hour is null if `from` is not a full hour.
 */
export function requestedTime(
  query: string,
  limits: { today: string; lastDay: string; minimumHours: number; maximumHours: number },
): RequestedTime | null {
  const { today, lastDay, minimumHours, maximumHours } = limits
  const parameters = new URLSearchParams(query)
  const date = parameters.get('date') ?? ''
  const hours = Number(parameters.get('hours'))
  const isLength = Number.isInteger(hours) && hours >= minimumHours && hours <= maximumHours
  if (!isDay(date) || date < today || date > lastDay)
    return isLength ? { date: null, hour: null, hours } : null
  const from = /^([01]\d|2[0-3]):00$/.exec(parameters.get('from') ?? '')?.[1]
  const hour = from === undefined ? null : Number(from)
  return { date, hour, hours: isLength ? hours : minimumHours }
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${text}T`)
}

const keyOf = (spaceId: string) => `hourspace-requested-${spaceId}`

/**
 * Returns true if this tab opens the space with this query for the first time. On later visits, for
 * example after a sign-in redirect, the saved selection is newer than the query.
 */
export function isNewRequest(spaceId: string, query: string): boolean {
  try {
    if (sessionStorage.getItem(keyOf(spaceId)) === query) return false
    sessionStorage.setItem(keyOf(spaceId), query)
  } catch {
    // If sessionStorage is unavailable, there is no saved selection that could be newer.
  }
  return true
}
