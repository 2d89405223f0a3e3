import type { IncomingMessage } from 'node:http'

/** A body has to be whole after this time, or to have grown by {@link leastBytes} in each such stretch of it. */
const patienceMs = 30_000
/** Less than any line carries that a person would wait for. */
const leastBytes = 16 * 1024

/**
 * Ends the connection of a request whose body stops arriving, or only trickles, with a bare 408: whoever
 * holds many of those open would otherwise hold a file and a place in line with each. A body that keeps
 * coming may take as long as it takes, and one that nobody reads just now is not its sender's fault.
 */
export function endStalledBody(request: IncomingMessage, stretchMs = patienceMs): void {
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
  let seen = socket.bytesRead
  let wasUnread = false
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const isAlive = socket.bytesRead - seen >= leastBytes || request.readableLength > 0
    // Its reader may have begun again only now.
    const mayStay = isAlive || wasUnread
    seen = socket.bytesRead
    wasUnread = request.readableLength > 0
    if (mayStay) return
    clearInterval(timer)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    socket.destroySoon()
  }, stretchMs).unref()
  request.once('close', () => clearInterval(timer))
}
