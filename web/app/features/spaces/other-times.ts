import { timeOfHour } from '@hourspace/domain/booking-hours.ts'
import { addDays } from '@hourspace/domain/slots.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { calendarDay, formatDate, formatHour } from '#web/lib/times.ts'
import { loadFacets, loadRelaxations, type loadSpaces } from './load-spaces.ts'

/** Another time for a search without results, and how many spaces (at most 1,001) are free then. */
export type OtherTime = { label: string; time: { date: string; from?: string }; total: number }

const mostOffered = 3

/** Other starts to try on the same day, in hours after the chosen start. */
const nearbyStarts = [-1, 1, -2, 2]

const dayLabel = (date: string) => `${calendarDay(date).weekday}, ${formatDate(date)}`

/**
 * For a list without results at a chosen time, returns at most three other times with results:
 * other starts of the same day, otherwise the whole day, otherwise the next day at the same start.
 * Without a chosen start, returns those of the next three days that have results. Sends at most six
 * requests.
 */
export async function loadOtherTimes(
  client: Parameters<typeof loadFacets>[0],
  query: SpacesQuery,
  filterWith: (query: SpacesQuery) => SpaceFilter | Promise<SpaceFilter>,
): Promise<OtherTime[]> {
  const { date, from } = query
  if (!date) return []

  async function count(time: { date: string; from?: string }, label: string): Promise<OtherTime> {
    const filter = await filterWith({ ...query, from: undefined, ...time })
    const { value } = await loadFacets(client, filter)
    return { label, time, total: value.total }
  }
  const offered = async (requests: Promise<OtherTime>[]) =>
    (await Promise.all(requests)).filter(({ total }) => total > 0).slice(0, mostOffered)

  if (!from) {
    const days = [1, 2, 3].map((days) => addDays(date, days))
    return offered(days.map((date) => count({ date }, dayLabel(date))))
  }

  const hour = Number.parseInt(from, 10)
  const nextDay = addDays(date, 1)
  const starts = nearbyStarts
    .map((hours) => hour + hours)
    .filter((start) => start >= 0 && start <= 23)
  const [sameDay, [wholeDay], [later]] = await Promise.all([
    offered(starts.map((start) => count({ date, from: timeOfHour(start) }, formatHour(start)))),
    offered([count({ date }, `${dayLabel(date)}, any start`)]),
    offered([count({ date: nextDay, from }, `${dayLabel(nextDay)}, ${formatHour(hour)}`)]),
  ])
  if (sameDay.length > 0)
    return sameDay.sort((a, b) => (a.time.from ?? '').localeCompare(b.time.from ?? ''))
  const other = wholeDay ?? later
  return other ? [other] : []
}

/** For an empty list, returns filters to remove and other times to try. */
export async function loadAlternatives(
  page: Awaited<ReturnType<typeof loadSpaces>>,
  ...[client, query, types, filterWith]: Parameters<typeof loadRelaxations>
) {
  const isEmpty = page.value.spaces.length === 0 && !page.error
  if (!isEmpty) return { relaxations: [], otherTimes: [] }
  const [relaxations, otherTimes] = await Promise.all([
    loadRelaxations(client, query, types, filterWith),
    loadOtherTimes(client, query, filterWith),
  ])
  return { relaxations, otherTimes }
}
