import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serve } from './server.ts'

const stretchMs = 150
let port: number
let close: () => Promise<void>
/** Bytes read of each body, by path; `cut` once it ended before its time. */
const read = new Map<string, number | 'cut'>()
const mayBeRead = Promise.withResolvers<void>()

// Stretches pass when a test says so: on a busy machine one may be over before a byte is on its way.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  ;({ port, close } = await serve({
    port: 0,
    host: '127.0.0.1',
    bodyPatienceMs: stretchMs,
    upgrade: () => {},
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      read.set(pathname, 0)
      // Read late: what waits here is not its sender's fault.
      if (pathname === '/unread') await mayBeRead.promise
      let bytes = 0
      try {
        for await (const piece of request.body!) read.set(pathname, (bytes += piece.length))
      } catch {
        read.set(pathname, 'cut')
      }
      return new Response('whole')
    },
  }))
})
afterAll(async () => {
  vi.useRealTimers()
  await close()
})

/** Sends the beginning of a request; `told` is all that has come back. */
async function begun(path: string, length: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  const answer = { socket, told: '' }
  socket.on('data', (chunk) => (answer.told += chunk.toString()))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
  await readTo(path, 0)
  return answer
}

const readTo = async (path: string, wanted: number | 'cut') => {
  // Not by `expect.poll`, which moves a clock that stands still.
  while (read.get(path) !== wanted) await setImmediate()
}

test('a body that stops, or trickles, is ended', async () => {
  const [stopped, trickling] = [await begun('/stops', 100_000), await begun('/trickles', 100_000)]
  stopped.socket.write(Buffer.alloc(20_000))
  trickling.socket.write(Buffer.alloc(20_000))
  for (const path of ['/stops', '/trickles']) await readTo(path, 20_000)
  vi.advanceTimersByTime(stretchMs)
  trickling.socket.write('.')
  await readTo('/trickles', 20_001)
  vi.advanceTimersByTime(stretchMs)
  for (const path of ['/stops', '/trickles']) await readTo(path, 'cut')
  for (const { socket } of [stopped, trickling]) if (!socket.closed) await once(socket, 'close')
  for (const { told } of [stopped, trickling]) expect(told).toMatch(/^HTTP\/1.1 408 /)
})

test('a body that keeps coming, or waits to be read, is not', async () => {
  const piece = Buffer.alloc(40_000, 'x')
  const [slow, unread] = [await begun('/slow', 10 * piece.length), await begun('/unread', 400_000)]
  unread.socket.write(Buffer.alloc(400_000))
  for (let sent = 1; sent <= 10; sent += 1) {
    slow.socket.write(piece)
    await readTo('/slow', sent * piece.length)
    vi.advanceTimersByTime(stretchMs)
  }
  mayBeRead.resolve()
  await expect.poll(() => unread.told).toContain('whole')
  await expect.poll(() => slow.told).toContain('whole')
  for (const { socket } of [slow, unread]) socket.destroy()
})
