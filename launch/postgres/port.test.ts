import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './port.ts'

// Linux hands out 32768 and above, other systems 49152 and above: a connection of anybody's could take such a one meanwhile.
test('a chosen port is none that the system hands out by itself', async () => {
  for (let round = 0; round < 20; round += 1) expect(await freePort()).toBeLessThan(32_768)
})

test('the preferred port is given when it is free, and only then', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await freePort(port)).not.toBe(port)
  server.close()
  await once(server, 'close')
  expect(await freePort(port)).toBe(port)
})
