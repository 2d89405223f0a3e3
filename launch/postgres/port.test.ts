import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './port.ts'

// Ephemeral ports start at 32768 on Linux and at 49152 on other systems.
test('freePort never returns a port from the ephemeral range', async () => {
  for (let round = 0; round < 20; round += 1) expect(await freePort()).toBeLessThan(32_768)
})

test('freePort returns the preferred port only when that port is free', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await freePort(port)).not.toBe(port)
  server.close()
  await once(server, 'close')
  expect(await freePort(port)).toBe(port)
})
