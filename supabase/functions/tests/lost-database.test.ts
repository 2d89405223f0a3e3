import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInScope } from '@hourspace/backend/functions/runtime.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { queryValue } from '#functions/_shared/database.ts'

let database: TestDatabase
let proxy: Server
let port: number

/** Opens a port that forwards to PostgreSQL, so that the test can close it. */
async function openProxy(at = 0): Promise<void> {
  const target = new URL(database.url)
  proxy = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    socket.pipe(upstream).pipe(socket)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  proxy.listen(at, '127.0.0.1')
  await once(proxy, 'listening')
  port = (proxy.address() as AddressInfo).port
}

beforeAll(async () => {
  database = await createTestDatabase()
  await openProxy()
})

afterAll(async () => {
  proxy.close()
  await database.drop()
})

test('edge functions query PostgreSQL within five seconds after it is reachable again', async () => {
  const url = new URL(database.url)
  url.host = `127.0.0.1:${port}`
  const unload: (() => unknown)[] = []
  const scope = {
    env: { SUPABASE_DB_URL: url.href },
    fetch,
    serve: () => {},
    onUnload: (listener: (event: Event) => unknown) =>
      unload.push(() => listener(new Event('beforeunload'))),
    onStray: () => {},
  }
  const query = () => runInScope(scope, () => queryValue<number>`select 1`)
  const queries = () => Promise.allSettled(Array.from({ length: 5 }, query))
  proxy.close()
  await queries()
  const outcomes = await queries()
  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  await openProxy(port)
  const from = performance.now()
  expect(await query()).toBe(1)
  expect(performance.now() - from).toBeLessThan(5_000)
  for (const close of unload) await close()
})
