import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export const requestIdHeader = 'x-request-id'

const validId = /^[\w-]{8,64}$/

/**
 * Gives a request its id: the one of its `X-Request-Id` header, or a new one if the header is missing
 * or malformed. The response carries the same id.
 */
export function setRequestId(request: IncomingMessage, response: ServerResponse): void {
  const sent = String(request.headers[requestIdHeader] ?? '')
  const id = validId.test(sent) ? sent : randomUUID()
  response.setHeader('X-Request-Id', id)
  if (id === sent) return
  // The HTTP listener reads both lists of headers.
  request.headers[requestIdHeader] = id
  request.rawHeaders = [
    ...request.rawHeaders.filter(
      (_, at, all) => all[at - (at % 2)]?.toLowerCase() !== requestIdHeader,
    ),
    requestIdHeader,
    id,
  ]
}
