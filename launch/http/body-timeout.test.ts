import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServer } from './server.ts'

const intervalMs = 150
let port: number
let close: () => Promise<void>
/**
 * Number of body bytes that the handler has read, by path. The value is `cut` if the server closed
 * the connection before the end of the body.
 */
const read = new Map<string, number | 'cut'>()
const mayBeRead = Promise.withResolvers<void>()

const sent = { pieces: 0, isCancelled: false }
const endless = new ReadableStream({
  pull: (controller) => {
    sent.pieces += 1
    controller.enqueue(new Uint8Array(64 * 1024))
  },
  cancel: () => {
    sent.isCancelled = true
  },
})

// Uses fake timers, because on a busy machine a real interval may end before the first byte is
// sent.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  ;({ port, close } = await startServer({
    port: 0,
    host: '127.0.0.1',
    timeouts: { bodyMs: intervalMs },
    upgrade: () => {},
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/endless') return new Response(endless)
      read.set(pathname, 0)
      // For `/unread`, delays reading: the body timeout must not apply to a body that the handler
      // has not read yet.
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

async function startRequest(path: string, length: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  const exchange = { socket, received: '' }
  socket.on('data', (chunk) => (exchange.received += chunk.toString()))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
  await readTo(path, 0)
  return exchange
}

const readTo = async (path: string, expected: number | 'cut') => {
  // Does not use `expect.poll`, which would advance the fake timers.
  while (read.get(path) !== expected) await setImmediate()
}

test('the server closes a connection with status 408 if a request body stops arriving or arrives too slowly', async () => {
  const [stopped, trickling] = [
    await startRequest('/stops', 100_000),
    await startRequest('/trickles', 100_000),
  ]
  stopped.socket.write(Buffer.alloc(20_000))
  trickling.socket.write(Buffer.alloc(20_000))
  for (const path of ['/stops', '/trickles']) await readTo(path, 20_000)
  vi.advanceTimersByTime(intervalMs)
  trickling.socket.write('.')
  await readTo('/trickles', 20_001)
  vi.advanceTimersByTime(intervalMs)
  for (const path of ['/stops', '/trickles']) await readTo(path, 'cut')
  for (const { socket } of [stopped, trickling]) if (!socket.closed) await once(socket, 'close')
  for (const { received } of [stopped, trickling]) expect(received).toMatch(/^HTTP\/1.1 408 /)
})

test('the server closes a connection whose client stops reading the response, but not while the client reads', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  for (let interval = 0; interval < 4; interval += 1) {
    const before = sent.pieces
    await once(socket, 'data')
    while (sent.pieces < before + 10) await setImmediate()
    vi.advanceTimersByTime(intervalMs)
  }
  expect(sent.isCancelled).toBe(false)
  socket.pause()
  for (let attempts = 0; !sent.isCancelled && attempts < 1_000; attempts += 1) {
    await setImmediate()
    if (attempts % 100 === 99) vi.advanceTimersByTime(intervalMs)
  }
  expect(sent.isCancelled).toBe(true)
  socket.destroy()
})

test('the body timeout does not apply to a request body that arrives steadily or that the handler does not read yet', async () => {
  const piece = Buffer.alloc(40_000, 'x')
  const [slow, unread] = [
    await startRequest('/slow', 10 * piece.length),
    await startRequest('/unread', 400_000),
  ]
  unread.socket.write(Buffer.alloc(400_000))
  for (let sent = 1; sent <= 10; sent += 1) {
    slow.socket.write(piece)
    await readTo('/slow', sent * piece.length)
    vi.advanceTimersByTime(intervalMs)
  }
  mayBeRead.resolve()
  await expect.poll(() => unread.received).toContain('whole')
  await expect.poll(() => slow.received).toContain('whole')
  for (const { socket } of [slow, unread]) socket.destroy()
})
