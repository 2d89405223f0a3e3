import type { IncomingMessage, ServerResponse } from 'node:http'

/** Minimum number of body bytes that must be received or sent in each interval. */
const minBytes = 16 * 1024

/**
 * Closes a connection with status 408 when its request body stalls or arrives too slowly
 * (Slowloris). While the handler does not read the body, only the request timeout applies.
 */
export function closeStalledBody(request: IncomingMessage, intervalMs: number): void {
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
  let bytesBefore = socket.bytesRead
  let wasUnread = false
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const isProgressing = socket.bytesRead - bytesBefore >= minBytes || request.readableLength > 0
    // If received bytes were unread at the previous check, the handler may have just resumed
    // reading. The connection then gets one more interval.
    const mayStay = isProgressing || wasUnread
    bytesBefore = socket.bytesRead
    wasUnread = request.readableLength > 0
    if (mayStay) return
    clearInterval(timer)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    socket.destroySoon()
  }, intervalMs).unref()
  request.once('close', () => clearInterval(timer))
}

/**
 * Closes a connection whose client reads the response too slowly, so that it cannot hold memory and
 * a database connection.
 */
export function closeStalledResponse(response: ServerResponse, intervalMs: number): void {
  const { socket } = response
  if (!socket) return
  const sent = () => socket.bytesWritten - socket.writableLength
  let sentBefore = sent()
  let wasWaiting = false
  const timer = setInterval(() => {
    const isWaiting = socket.writableLength > 0
    const isStalled = isWaiting && wasWaiting && sent() - sentBefore < minBytes
    sentBefore = sent()
    wasWaiting = isWaiting
    if (isStalled) socket.destroy()
  }, intervalMs).unref()
  response.once('close', () => clearInterval(timer))
}
