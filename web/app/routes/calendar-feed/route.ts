import { createHash } from 'node:crypto'
import type { Route } from './+types/route'
import { serverClient } from '#web/data/backend.server.ts'
import { feedFile, type CalendarFeed } from './feed-file.ts'

/** Serves a space's calendar export at /calendars/{token}.ics. The token is a secret. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const token = /^([0-9a-f]{48})\.ics$/.exec(params.file)?.[1]
  const headers = { 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' }
  const feed = token && (await readFeed(token))
  if (!feed) {
    const text = 'This calendar link does not exist or was replaced.\n'
    return new Response(text, {
      status: 404,
      headers: { ...headers, 'Content-Type': 'text/plain' },
    })
  }
  const file = feedFile(feed)
  const etag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 27)}"`
  const ofFile = {
    ...headers,
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'inline; filename="calendar.ics"',
    ETag: etag,
  }
  const known = request.headers.get('if-none-match')?.split(/,\s*/) ?? []
  const isKnown = known.some((each) => each.replace(/^W\//, '') === etag)
  return isKnown || known.includes('*')
    ? new Response(null, { status: 304, headers: ofFile })
    : new Response(file, { headers: ofFile })
}

async function readFeed(token: string): Promise<CalendarFeed | null> {
  const { data } = await serverClient().rpc('calendar_feed', { p_token: token }).throwOnError()
  return data as CalendarFeed | null
}
