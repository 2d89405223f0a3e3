import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from './server.ts'

let port: number
let close: () => Promise<void>
const upgraded: string[] = []

beforeAll(async () => {
  ;({ port, close } = await serve({
    port: 0,
    fetch: async () => new Response('here'),
    upgrade: (request, socket) => {
      upgraded.push(request.url ?? '')
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n')
    },
  }))
})

afterAll(() => close())

// A failure that nobody hears would end the process, and this run with it.
test('an upgraded connection that is reset harms nobody', async () => {
  const socket = connect(port, 'localhost')
  await once(socket, 'connect')
  socket.write('GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(socket, 'data')
  socket.resetAndDestroy()
  await sleep(50)
  expect(upgraded).toEqual(['/live'])
  expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('here')
})

test('a caller is named by the last address that is not in house', async () => {
  const { port, close } = await serve({
    port: 0,
    host: '127.0.0.1',
    fetch: async (request) => new Response(request.headers.get('x-forwarded-for')),
    upgrade: () => {},
  })
  const callerOf = async (told?: string) => {
    const headers = new Headers(told ? { 'x-forwarded-for': told } : {})
    return (await fetch(`http://127.0.0.1:${port}`, { headers })).text()
  }
  expect(await callerOf()).toBe('127.0.0.1')
  expect(await callerOf('203.0.113.7')).toBe('203.0.113.7')
  expect(await callerOf('10.0.0.4')).toBe('10.0.0.4')
  // What a caller invents stands before what our own proxies have seen.
  expect(await callerOf('198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  expect(await callerOf('198.51.100.1, 203.0.113.7, 10.0.0.4')).toBe('203.0.113.7')
  expect(await callerOf('198.51.100.1, 2001:db8::7, fd00::1')).toBe('2001:db8::7')
  expect(await callerOf('198.51.100.1, ::ffff:203.0.113.7')).toBe('203.0.113.7')
  await close()
})
