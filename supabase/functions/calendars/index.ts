import { z } from 'zod'
import {
  checkCalendar,
  checkTimeoutMs,
  feedUrl,
  readFeed,
  type ClaimedCalendar,
} from '#functions/_shared/calendars/feeds.ts'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { failure } from '#functions/_shared/errors.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'

const bodySchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('add'),
    spaceId: z.guid('Space not found'),
    name: z.string().trim().min(1, 'Please name the calendar').max(80),
    url: z.string().max(2000),
  }),
  z.object({ action: z.literal('check'), calendarId: z.guid('Calendar not found') }),
])

type Body = z.output<typeof bodySchema>

const responseSchema = z.object({
  calendarId: z.guid(),
  /** Number of events imported from the added calendar. */
  events: z.int().optional(),
})

/** Adds an imported calendar, or checks an imported calendar now. Only for the space's host. */
Deno.serve(
  serveJson({
    caller: requireAssuredUser,
    body: bodySchema,
    response: responseSchema,
    work: async (body, user) => {
      await query`select count_calendar_request(p_user_id => ${user.id})`
      return body.action === 'add' ? add(body, user.id) : check(body.calendarId, user.id)
    },
  }),
)

async function add({ spaceId, name, url }: Extract<Body, { action: 'add' }>, userId: string) {
  const [space] = await query<{ time_zone: string }>`
    select time_zone from spaces
    where id = ${spaceId} and user_id = ${userId} and withdrawn_at is null`
  if (!space) throw failure('space_not_found')
  const feed = feedUrl(url)
  const state = await readFeed(feed, space.time_zone, AbortSignal.timeout(checkTimeoutMs))
  const calendarId = await queryValue<string>`
    select add_space_calendar(p_space_id => ${spaceId}, p_name => ${name}, p_url => ${feed.href},
      p_events => ${state.events}, p_etag => ${state.etag},
      p_last_modified => ${state.lastModified})`
  return { calendarId, events: state.events?.length ?? 0 }
}

async function check(calendarId: string, userId: string) {
  const [calendar] = await query<ClaimedCalendar>`
    update space_calendars set attempted_at = now()
    from spaces
    where space_calendars.id = ${calendarId} and spaces.id = space_id and user_id = ${userId}
      and attempted_at < now() - interval '15 seconds'
    returning space_calendars.id, url, etag, last_modified, time_zone`
  if (!calendar) {
    const [known] = await query`
      select from space_calendars join spaces on spaces.id = space_id
      where space_calendars.id = ${calendarId} and user_id = ${userId}`
    throw failure(known ? 'checked_just_now' : 'calendar_not_found')
  }
  await checkCalendar(calendar)
  return { calendarId }
}
