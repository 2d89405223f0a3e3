import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { rejectLargeForm } from './form-limit.ts'
import { startServer } from './server.ts'

test.each([
  ['Content-Length: 11\r\n', '200'],
  ['Content-Length: 1000000000\r\n', '413'],
  ['Transfer-Encoding: chunked\r\n', '411'],
])('a form with the header %j gets status %s before its body arrives', async (head, status) => {
  const { port, close } = await startServer({
    port: 0,
    host: '127.0.0.1',
    fetch: async (request) => rejectLargeForm(request) ?? new Response('read'),
    upgrade: () => {},
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST /contact HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n`)
  const [response] = (await once(socket, 'data')) as Buffer[]
  expect(String(response)).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
  socket.destroy()
  await close()
})
