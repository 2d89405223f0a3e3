import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from './server.ts'

let port: number
let close: () => Promise<void>
const upgraded: string[] = []

beforeAll(async () => {
  ;({ port, close } = await startServer({
    port: 0,
    fetch: async () => new Response('here'),
    upgrade: (request, socket) => {
      upgraded.push(request.url ?? '')
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n')
    },
  }))
})

afterAll(() => close())

test('the HTTP server keeps serving after a client resets an upgraded connection', async () => {
  const socket = connect(port, 'localhost')
  await once(socket, 'connect')
  socket.write('GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(socket, 'data')
  socket.resetAndDestroy()
  await sleep(50)
  expect(upgraded).toEqual(['/live'])
  expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('here')
})

test('the HTTP server keeps idle connections longer than Caddy, which closes them after two minutes', async () => {
  const { headers } = await fetch(`http://localhost:${port}/`)
  expect(headers.get('keep-alive')).toBe('timeout=130')
})

test('the HTTP server reduces X-Forwarded-For to the last public address, or to the first address if all are private', async () => {
  const { port, close } = await startServer({
    port: 0,
    host: '127.0.0.1',
    fetch: async (request) => new Response(request.headers.get('x-forwarded-for')),
    upgrade: () => {},
  })
  const clientOf = async (forwarded?: string) => {
    const headers = new Headers(forwarded ? { 'x-forwarded-for': forwarded } : {})
    return (await fetch(`http://127.0.0.1:${port}`, { headers })).text()
  }
  expect(await clientOf()).toBe('127.0.0.1')
  expect(await clientOf('203.0.113.7')).toBe('203.0.113.7')
  expect(await clientOf('10.0.0.4')).toBe('10.0.0.4')
  // Each proxy appends its client's address to X-Forwarded-For. A client can therefore forge only
  // the addresses before the appended ones.
  expect(await clientOf('198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  expect(await clientOf('198.51.100.1, 203.0.113.7, 10.0.0.4')).toBe('203.0.113.7')
  expect(await clientOf('198.51.100.1, 2001:db8::7, fd00::1')).toBe('2001:db8::7')
  expect(await clientOf('198.51.100.1, ::ffff:203.0.113.7')).toBe('203.0.113.7')
  await close()
})

test('a connection whose request headers stay incomplete gets status 408 after the header timeout', async () => {
  const { port, close } = await startServer({
    port: 0,
    host: '127.0.0.1',
    fetch: async () => new Response('here'),
    upgrade: () => {},
    timeouts: { headersMs: 200 },
  })
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString())).on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  await once(socket, 'close')
  expect(received).toMatch(/^HTTP\/1.1 408 /)
  await close()
})

test('a connection whose request body arrives steadily gets status 408 after the request timeout', async () => {
  const { port, close } = await startServer({
    port: 0,
    host: '127.0.0.1',
    fetch: async (request) => new Response(await request.text()),
    upgrade: () => {},
    timeouts: { headersMs: 200, requestMs: 2_000 },
  })
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString())).on('error', () => {})
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n')
  const pump = setInterval(() => socket.write('x'.repeat(1000)), 20)
  // The client stops sending before the server times out. Otherwise, the server would close a
  // socket with unread data, which resets the connection, and the client would lose the response.
  setTimeout(() => clearInterval(pump), 1_000)
  await once(socket, 'close')
  expect(received).toMatch(/^HTTP\/1.1 408 /)
  await close()
})

test('every response of a site with an https URL has exactly one Strict-Transport-Security header', async () => {
  const start = (isHttps: boolean) =>
    startServer({
      port: 0,
      host: '127.0.0.1',
      isHttps,
      upgrade: () => {},
      fetch: async ({ url }) =>
        new Response('here', {
          status: url.endsWith('/missing') ? 404 : 200,
          headers: url.endsWith('/own') ? { 'strict-transport-security': 'max-age=1' } : {},
        }),
    })
  const [https, http] = [await start(true), await start(false)]
  const headerOf = async ({ port }: { port: number }, path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('strict-transport-security')
  for (const path of ['/', '/missing'])
    expect(await headerOf(https, path)).toBe('max-age=31536000; includeSubDomains')
  expect(await headerOf(https, '/own')).toBe('max-age=1')
  expect(await headerOf(http, '/')).toBeNull()
  await Promise.all([https.close(), http.close()])
})
