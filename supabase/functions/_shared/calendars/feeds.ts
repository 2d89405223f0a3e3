import { env, optionalEnv } from '#functions/_shared/env.ts'
import { failure, FunctionError, isFailure } from '#functions/_shared/errors.ts'
import { query } from '#functions/_shared/database.ts'
import { logError } from '#functions/_shared/log.ts'
import { busyEvents, type CalendarEvent } from './events.ts'
import { requestPublic } from './public-request.ts'

/** Result of reading a feed. `events` is null if the server answered 304 Not Modified. */
type FeedState = {
  events: CalendarEvent[] | null
  etag: string | null
  lastModified: string | null
}

export type ClaimedCalendar = {
  id: string
  url: string
  etag: string | null
  last_modified: string | null
  time_zone: string
}

/**
 * Time budget of one calendar check in milliseconds, for the scheduled job and for checks that a
 * host requests.
 */
export const checkTimeoutMs = 10_000
/** Time budget of all calendar checks before a checkout, in milliseconds. */
const checkoutTimeoutMs = 2_000

/**
 * Normalizes the URL of a calendar feed. Throws feed_url_invalid, or feed_is_ours for an export
 * feed of this site.
 */
export function feedUrl(given: string): URL {
  const text = given.trim().replace(/^webcals?:/i, 'https:')
  if (!URL.canParse(text)) throw failure('feed_url_invalid')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.href.length > 2000) {
    throw failure('feed_url_invalid')
  }
  const isOurs =
    url.host === new URL(env('SITE_URL')).host && url.pathname.startsWith('/calendars/')
  if (isOurs) throw failure('feed_is_ours')
  url.hash = ''
  return url
}

/**
 * Reads a calendar feed, with a conditional request if validators are stored. Throws a `feed_…`
 * error if the feed cannot be read.
 */
export async function readFeed(
  url: URL,
  timeZone: string,
  signal: AbortSignal,
  known: { etag: string | null; last_modified: string | null } | null = null,
): Promise<FeedState> {
  const response = await requestPublic(url, {
    headers: {
      ...(known?.etag && { 'If-None-Match': known.etag }),
      ...(known?.last_modified && { 'If-Modified-Since': known.last_modified }),
    },
    signal,
    allowLoopback: optionalEnv('CALENDAR_FEEDS_ALLOW_LOOPBACK') === 'true',
  })
  const { status, headers, text } = response
  const etag = headers.etag?.slice(0, 500) ?? null
  const lastModified = headers['last-modified']?.slice(0, 100) ?? null
  if (status === 304 && known) {
    return {
      events: null,
      etag: etag ?? known.etag,
      lastModified: lastModified ?? known.last_modified,
    }
  }
  if (status === 404 || status === 410) throw failure('feed_not_found')
  if (status === 401 || status === 403) throw failure('feed_forbidden')
  if (status !== 200) throw failure('feed_failed')
  return { events: await busyEvents(text, timeZone, new Date(), signal), etag, lastModified }
}

/** Reads the feed of a claimed calendar and stores the result. Throws if reading fails. */
export async function checkCalendar(
  calendar: ClaimedCalendar,
  timeoutMs = checkTimeoutMs,
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { events, etag, lastModified } = await readFeed(
      new URL(calendar.url),
      calendar.time_zone,
      signal,
      calendar,
    )
    await query`
      select record_calendar_check(p_calendar_id => ${calendar.id}, p_events => ${events},
        p_etag => ${etag}, p_last_modified => ${lastModified})`
  } catch (cause) {
    // Another transaction has locked the space. This is not a failure of the calendar, so it is not
    // recorded.
    if (isFailure(cause, 'busy')) throw cause
    const error = signal.aborted ? failure('feed_timeout') : cause
    const code = error instanceof FunctionError ? error.code : 'internal'
    // A timeout of the short check before a checkout is not recorded as a failure, because the
    // scheduled check allows more time.
    if (code !== 'feed_timeout' || timeoutMs >= checkTimeoutMs) {
      await query`
        select record_calendar_failure(p_calendar_id => ${calendar.id}, p_error => ${code})`
    }
    throw error
  }
}

/**
 * Checks a space's imported calendars before a checkout, at most once a minute. Waits up to 2
 * seconds.
 */
export async function recheckCalendars(spaceId: string): Promise<void> {
  const calendars = await query<ClaimedCalendar>`
    update space_calendars set attempted_at = now()
    from spaces
    where spaces.id = space_id and space_id = ${spaceId}
      and attempted_at < now() - interval '1 minute'
    returning space_calendars.id, url, etag, last_modified, time_zone`
  const checks = calendars.map((calendar) =>
    checkCalendar(calendar, checkoutTimeoutMs).catch((cause: unknown) => {
      if (!(cause instanceof FunctionError))
        logError(`calendar ${calendar.id} could not be read; the next check retries`, cause)
    }),
  )
  await Promise.all(checks)
  // Imports skip event times that are already taken. This query blocks those that are free now.
  await query`
    select merge_calendar_times(p_space_id => ${spaceId})
    where exists (select from space_calendars where space_id = ${spaceId})`
}
