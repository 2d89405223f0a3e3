import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '#launch/postgres/postmaster.ts'
import { startBackendProcess } from '#launch/testing/backend-process.ts'
import { createTestDatabase, type TestDatabase } from '#launch/testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('two workers answer, sockets too; one that dies is replaced; none outlives a primary that is killed', async () => {
  const program = await startBackendProcess(database.url, { WORKERS: '2', SUPABASE_DIR: 'none' })
  const first = program.children()
  expect(first).toHaveLength(2)
  const healthy = async () => (await fetch(`${program.url}/healthz`)).status
  expect(await healthy()).toBe(200)
  const query = `apikey=${program.keys.anonKey}&vsn=1.0.0`
  const socket = new WebSocket(`${program.url}/realtime/v1/websocket?${query}`)
  await once(socket, 'open')

  process.kill(first[0]!, 'SIGKILL')
  await expect.poll(() => isAlive(first[0]!)).toBe(false)
  // A connection that was kept for later may have been to the one that died.
  await expect.poll(healthy).toBe(200)
  const hired = () => program.children().filter((pid) => !first.includes(pid)).length
  await expect.poll(hired).toBe(1)

  const last = program.children()
  await program.kill()
  await expect.poll(() => last.filter(isAlive)).toEqual([])
})
