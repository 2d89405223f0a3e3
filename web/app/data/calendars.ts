import { queryOptions } from '@tanstack/react-query'
import { isUuid } from '#web/lib/is-uuid.ts'
import { browserClient } from './browser-client.ts'
import { callFunction } from './functions.ts'
import { userKey } from './query-client.ts'

/** An imported calendar, whose events block times of a space. Times are in ISO 8601. */
export type ImportedCalendar = {
  id: string
  name: string
  url: string
  checked_at: string
  /**
   * `last_error` is the error code of the last attempt to read the calendar; see docs/errors.md.
   */
  last_error: string | null
  events: number
}

/** An imported event that overlaps a booking or a booking request. Times are in ISO 8601. */
export type CalendarConflict = {
  uid: string
  calendar_id: string
  calendar_name: string
  summary: string
  event_start_time: string
  event_end_time: string
  booking_id: string
  booking_status: string
  booking_start_time: string
  booking_end_time: string
}

type CalendarState = {
  space: { id: string; title: string; slug: string | null; time_zone: string }
  /** `token` is the secret part of the export link; null if the host has created no link. */
  token: string | null
  calendars: ImportedCalendar[]
  conflicts: CalendarConflict[]
}

/** Polling interval of the calendar state, in milliseconds. */
const refreshMs = 30_000

/** Query options of a space's calendars. The data is null if the user does not host the space. */
export const calendarState = (userId: string | undefined, spaceId: string) =>
  queryOptions({
    queryKey: [...userKey(userId), 'calendars', spaceId],
    queryFn: () => readState(userId ?? '', spaceId),
    enabled: userId !== undefined,
    refetchInterval: refreshMs,
  })

async function readState(userId: string, spaceId: string): Promise<CalendarState | null> {
  if (!isUuid(spaceId)) return null
  const client = await browserClient()
  const [space, link, calendars, conflicts] = await Promise.all([
    client
      .from('spaces')
      .select('id, title, slug, time_zone')
      .eq('id', spaceId)
      .eq('user_id', userId)
      .is('withdrawn_at', null)
      .maybeSingle()
      .throwOnError(),
    client
      .from('space_calendar_links')
      .select('token')
      .eq('space_id', spaceId)
      .maybeSingle()
      .throwOnError(),
    client
      .from('space_calendars')
      .select('id, name, url, checked_at, last_error, events:space_calendar_events(count)')
      .eq('space_id', spaceId)
      .order('created_at')
      .throwOnError(),
    client
      .from('calendar_conflicts')
      .select('*')
      .eq('space_id', spaceId)
      .order('booking_start_time')
      .order('event_start_time')
      .limit(50)
      .throwOnError(),
  ])
  if (!space.data) return null
  return {
    space: space.data,
    token: link.data?.token ?? null,
    calendars: calendars.data.map(({ events, ...calendar }) => ({
      ...calendar,
      events: events[0]?.count ?? 0,
    })),
    conflicts: conflicts.data as CalendarConflict[],
  }
}

/**
 * Creates the calendar export link of a space and returns its token. An earlier link stops working.
 */
export async function renewCalendarLink(spaceId: string): Promise<string> {
  const client = await browserClient()
  const { data } = await client.rpc('renew_calendar_link', { p_space_id: spaceId }).throwOnError()
  return data
}

/** Imports a calendar. Throws a FunctionRefusal that says why the server cannot read it. */
export function addCalendar(calendar: { spaceId: string; name: string; url: string }) {
  return callFunction<{ calendarId: string; events: number }>('calendars', {
    action: 'add',
    ...calendar,
  })
}

export function checkCalendar(calendarId: string) {
  return callFunction<{ calendarId: string }>('calendars', { action: 'check', calendarId })
}

export async function removeCalendar(calendarId: string): Promise<void> {
  const client = await browserClient()
  await client.from('space_calendars').delete().eq('id', calendarId).throwOnError()
}
