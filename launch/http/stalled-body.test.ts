import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#launch/postgres/port.ts'
import { serve } from './server.ts'

const stretchMs = 150
let port: number
let close: () => Promise<void>
/** How each body ended, by path. */
const ends = new Map<string, string>()

beforeAll(async () => {
  port = await freePort()
  close = await serve({
    port,
    host: '127.0.0.1',
    bodyPatienceMs: stretchMs,
    upgrade: () => {},
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      // Read late: what waits here is not its sender's fault.
      if (pathname === '/unread') await sleep(3 * stretchMs)
      await request.arrayBuffer().catch(() => ends.set(pathname, 'cut'))
      return new Response('whole')
    },
  })
})
afterAll(() => close())

/** Sends the beginning of a request; `told` is all that has come back. */
async function begun(path: string, length: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  const answer = { socket, told: '', isClosed: false }
  socket.on('data', (chunk) => (answer.told += chunk.toString()))
  socket.on('error', () => {})
  socket.on('close', () => (answer.isClosed = true))
  await once(socket, 'connect')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
  return answer
}

test('a body that stops, or trickles, is ended', async () => {
  const [stopped, trickling] = [await begun('/stops', 100), await begun('/trickles', 100)]
  stopped.socket.write('ten bytes.')
  const drops = setInterval(() => trickling.socket.write('.'), 20)
  await expect.poll(() => stopped.isClosed && trickling.isClosed, { timeout: 3_000 }).toBe(true)
  clearInterval(drops)
  for (const { told } of [stopped, trickling]) expect(told).toMatch(/^HTTP\/1.1 408 /)
  expect([ends.get('/stops'), ends.get('/trickles')]).toEqual(['cut', 'cut'])
})

test('a body that keeps coming, or waits to be read, is not', async () => {
  const piece = Buffer.alloc(40_000, 'x')
  const [slow, unread] = [await begun('/slow', 10 * piece.length), await begun('/unread', 400_000)]
  unread.socket.write(Buffer.alloc(400_000))
  for (let sent = 0; sent < 10; sent += 1) {
    slow.socket.write(piece)
    await sleep(stretchMs / 3)
  }
  await expect.poll(() => unread.told, { timeout: 3_000 }).toContain('whole')
  expect(slow.told).toContain('whole')
  for (const { socket } of [slow, unread]) socket.destroy()
})
