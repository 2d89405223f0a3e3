import { connect, type Socket } from 'node:net'

/** Returns one HTTP request as text. Called once per request, so that requests can differ. */
type Ask = () => string

/**
 * Measures responses per second for a number of clients that send requests sequentially. Clients
 * use raw sockets to save CPU time, because they share the machine with the server. Throws if a
 * response is not 2xx.
 */
export async function answersPerSecond(
  url: string,
  ask: Ask,
  { clients, milliseconds }: { clients: number; milliseconds: number },
): Promise<number> {
  const { hostname, port } = new URL(url)
  const from = performance.now()
  const counts = await Promise.all(
    Array.from({ length: clients }, () =>
      client(connect(Number(port), hostname).setNoDelay(), ask, from + milliseconds),
    ),
  )
  const seconds = (performance.now() - from) / 1000
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

/** Sends requests until `performance.now()` reaches `until`. Returns the number of responses. */
function client(socket: Socket, ask: Ask, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let answer = Buffer.alloc(0)
    socket.on('connect', () => socket.write(ask()))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk])
      if (!isWhole(answer)) return
      // Byte 9 of "HTTP/1.1 2xx" is the first digit of the status.
      if (answer[9] !== 0x32) {
        socket.destroy()
        return reject(new Error(answer.toString()))
      }
      count++
      answer = Buffer.alloc(0)
      if (performance.now() < until) return void socket.write(ask())
      socket.destroy()
      resolve(count)
    })
  })
}

function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = answer.toString('latin1', 0, end).toLowerCase()
  const length = /\ncontent-length: *(\d+)/.exec(head)?.[1]
  if (length !== undefined) return answer.length >= end + 4 + Number(length)
  if (!head.includes('transfer-encoding: chunked')) return true
  return answer.toString('latin1', answer.length - 5) === '0\r\n\r\n'
}
