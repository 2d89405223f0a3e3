import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { bearerToken } from '#backend/platform/caller.ts'
import type { Handshake } from './connection.ts'
import type { Hub } from './hub.ts'
import { RealtimeError } from './realtime-error.ts'
import { callerOf } from './tokens.ts'

/** Authenticates a WebSocket handshake by the API key in its query or headers. Throws RealtimeError. */
export async function readHandshake(
  hub: Pick<Hub, 'tokens' | 'keys'>,
  request: IncomingMessage,
): Promise<Handshake> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const headers = new Headers()
  if (request.headers.authorization) headers.set('authorization', request.headers.authorization)
  const key = searchParams.get('apikey') || request.headers['apikey'] || bearerToken(headers)
  if (typeof key !== 'string') throw new RealtimeError('MissingAPIKey', 'Missing API key')
  return {
    caller: await callerOf(hub, key),
    version: searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0',
    userAgent: request.headers['user-agent'] ?? '',
  }
}

const statusTexts = { 401: 'Unauthorized', 503: 'Service Unavailable' }

/** Responds to a rejected handshake with an HTTP error. */
export function refuseHandshake(
  socket: Duplex,
  status: keyof typeof statusTexts,
  error: string,
): void {
  const body = JSON.stringify({ error })
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status]}\r\nContent-Type: application/json\r\n` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
