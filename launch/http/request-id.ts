import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export const requestIdHeader = 'x-request-id'

const validId = /^[\w-]{8,64}$/

/**
 * Takes the id of a request from its `X-Request-Id` header, or creates one if the header is missing
 * or malformed. The response has the same header.
 */
export function setRequestId(request: IncomingMessage, response: ServerResponse): void {
  const sent = String(request.headers[requestIdHeader] ?? '')
  const id = validId.test(sent) ? sent : randomUUID()
  response.setHeader('X-Request-Id', id)
  if (id === sent) return
  // Changes `headers` and `rawHeaders`, because the HTTP listener reads both.
  request.headers[requestIdHeader] = id
  request.rawHeaders = [
    ...request.rawHeaders.filter(
      (_, at, all) => all[at - (at % 2)]?.toLowerCase() !== requestIdHeader,
    ),
    requestIdHeader,
    id,
  ]
}
