import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '#launch/postgres/postmaster.ts'
import { startBackendProcess, type BackendProcess } from '#launch/testing/backend-process.ts'
import { createTestDatabase, type TestDatabase } from '#launch/testing/database.ts'

let database: TestDatabase
let backend: BackendProcess
beforeAll(async () => {
  database = await createTestDatabase()
  backend = await startBackendProcess(database.url, { WORKERS: '2', SUPABASE_DIR: 'none' })
})
afterAll(async () => {
  await backend.kill()
  await database.drop()
})

const healthy = async () => (await fetch(`${backend.url}/healthz`)).status

test('while one of two workers hangs and is then killed, requests get a response from the other worker', async () => {
  const [hanging] = backend.children()
  process.kill(hanging!, 'SIGSTOP')
  const answers = Array.from({ length: 6 }, async () => {
    const headers = { Connection: 'close' }
    const signal = AbortSignal.timeout(10_000)
    return (await fetch(`${backend.url}/healthz`, { headers, signal })).status
  })
  await Promise.any(answers)
  process.kill(hanging!, 'SIGKILL')
  expect(await Promise.all(answers)).toEqual(Array(6).fill(200))
  await expect.poll(() => isAlive(hanging!)).toBe(false)
})

test('two workers serve HTTP and WebSockets, and a killed worker is replaced', async () => {
  await expect.poll(() => backend.children().filter(isAlive)).toHaveLength(2)
  const first = backend.children()
  expect(await healthy()).toBe(200)
  const query = `apikey=${backend.keys.anonKey}&vsn=1.0.0`
  const socket = new WebSocket(`${backend.url}/realtime/v1/websocket?${query}`)
  await once(socket, 'open')

  process.kill(first[0]!, 'SIGKILL')
  await expect.poll(() => isAlive(first[0]!)).toBe(false)
  // Retries, because a keep-alive connection may belong to the killed worker.
  await expect.poll(healthy).toBe(200)
  const replaced = () => backend.children().filter((pid) => !first.includes(pid)).length
  await expect.poll(replaced).toBe(1)
})

test('all workers exit when the primary is killed', async () => {
  const last = backend.children()
  expect(last.length).toBeGreaterThan(0)
  await backend.kill()
  await expect.poll(() => last.filter(isAlive)).toEqual([])
})
