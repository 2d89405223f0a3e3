import { checkCalendar, type ClaimedCalendar } from '#functions/_shared/calendars/feeds.ts'
import { query } from '#functions/_shared/database.ts'
import { FunctionError } from '#functions/_shared/errors.ts'
import { forEachAtMost, serveJob } from '#functions/_shared/jobs.ts'

const batchSize = 10
/** Milliseconds after which a run starts no further batch. */
const budgetMs = 30_000

/**
 * Checks each imported calendar 15 minutes after a successful check, and with growing delays after
 * failures. If the time of an imported event was taken at an earlier check, blocks the time once it
 * is free.
 */
Deno.serve(
  serveJob(async () => {
    const startedAt = performance.now()
    let checked = 0
    while (performance.now() - startedAt < budgetMs) {
      const calendars = await claimDueCalendars()
      checked += await forEachAtMost(5, calendars, async (calendar) => {
        await checkCalendar(calendar).catch((cause: unknown) => {
          // Does not log an unreadable feed, because it is not a server error. The host sees it.
          if (!(cause instanceof FunctionError && cause.code.startsWith('feed_'))) throw cause
        })
      })
      if (calendars.length < batchSize) break
    }
    return { checked }
  }),
)

/**
 * A claim of a calendar expires after 5 minutes, so that another run checks the calendar after a
 * crash.
 */
const claimDueCalendars = () => query<ClaimedCalendar>`
  update space_calendars
  set attempted_at = now(), next_check_at = now() + interval '5 minutes'
  from spaces
  where spaces.id = space_id and space_calendars.id in (
    select id from space_calendars where next_check_at <= now()
    order by next_check_at limit ${batchSize} for update skip locked)
  returning space_calendars.id, url, etag, last_modified, time_zone`
