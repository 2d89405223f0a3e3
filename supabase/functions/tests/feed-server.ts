import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Entry = { uid?: string; startsAt: Date; endsAt: Date; summary?: string }

/**
 * Starts a web server that serves one calendar feed. A test replaces `respond` to simulate
 * failures.
 */
export async function startFeedServer() {
  const requests: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    requests.push(request.headers)
    feed.respond(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const feed = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`,
    requests,
    respond: (_request: IncomingMessage, response: ServerResponse): unknown => response.end(),
    show: (...entries: Entry[]) => {
      feed.respond = (_, response) => response.end(icsOf(entries))
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return feed
}

export function icsOf(entries: readonly Entry[]): string {
  const stamp = (time: Date) => time.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const events = entries.flatMap(({ uid, startsAt, endsAt, summary = 'Rehearsal' }, index) => [
    'BEGIN:VEVENT',
    `UID:${uid ?? `event-${index}`}`,
    `DTSTAMP:${stamp(startsAt)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${summary}`,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}
