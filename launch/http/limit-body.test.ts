import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { refusedForm } from './limit-body.ts'
import { serve } from './server.ts'

test.each([
  ['Content-Length: 11\r\n', '200'],
  ['Content-Length: 1000000000\r\n', '413'],
  ['Transfer-Encoding: chunked\r\n', '411'],
])('a form with %j is answered %s, unread', async (head, status) => {
  const { port, close } = await serve({
    port: 0,
    host: '127.0.0.1',
    fetch: async (request) => refusedForm(request) ?? new Response('read'),
    upgrade: () => {},
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST /contact HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n`)
  const [answer] = (await once(socket, 'data')) as Buffer[]
  expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
  socket.destroy()
  await close()
})
