import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { Bus } from './bus.ts'
import { encodeBusMessage } from './bus-message.ts'
import { listenTo } from './listen-to.ts'

const role = `listener_${crypto.randomUUID().slice(0, 8)}`
let database: TestDatabase
/**
 * Client whose role may open only one connection (CONNECTION LIMIT 1). LISTEN needs a second
 * connection and therefore fails.
 */
let limited: postgres.Sql

const mayHave = (connections: number) =>
  database.sql.unsafe(`alter role ${role} connection limit ${connections}`)

beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql.unsafe(`
    create role ${role} login password 'test' connection limit 1;
    create or replace function realtime_internal.has_logical_decoding() returns boolean language sql
      as 'select false';
    grant execute on function realtime_internal.has_logical_decoding() to public`)
  const url = new URL(database.url)
  url.username = role
  url.password = 'test'
  limited = postgres(url.href, { max: 1, onnotice: () => {} })
  await limited`select 1`
})

afterAll(async () => {
  await limited.end({ timeout: 1 })
  await database.sql.unsafe(`drop owned by ${role}; drop role ${role}`)
  await database.drop()
})

test('listenTo retries a failed LISTEN and then delivers each notification only once', async () => {
  const received: unknown[] = []
  const bus = new Bus({
    sql: limited,
    feed: { open: () => Promise.reject(new Error('There is no log')) },
    log: { info: () => {}, error: () => {} },
    onMessage: ({ head }) => received.push(head['said']),
    onGap: () => {},
  })
  const listen = vi.spyOn(limited, 'listen')
  const first = bus.open()
  first.catch(() => {})
  await expect.poll(() => listen).toHaveBeenCalled()
  await expect(listen.mock.results[0]?.value).rejects.toThrow('too many connections')
  const again = bus.open()
  await mayHave(5)
  await again.catch(() => bus.open())
  const say = (said: number) => {
    const content = encodeBusMessage({ head: { kind: 'alive', said }, body: Buffer.alloc(0) })
    return database.sql`select realtime_internal.publish(${content}::bytea)`
  }
  await say(1)
  await say(2)
  await expect.poll(() => received).toContain(2)
  expect(received).toEqual([1, 2])
  await bus.close()
})

test('listenTo reports a reconnect after a lost connection and delivers no notification after stop', async () => {
  const received: string[] = []
  const onAgain = vi.fn<() => void>()
  const { ready, stop } = listenTo(
    database.sql,
    'here',
    (payload) => received.push(payload),
    onAgain,
  )
  await ready
  expect(onAgain).not.toHaveBeenCalled()
  await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen "here"%'`
  await expect.poll(() => onAgain).toHaveBeenCalledOnce()
  await database.sql`notify here, 'said'`
  await expect.poll(() => received).toEqual(['said'])
  await stop()
  const others: string[] = []
  const other = listenTo(database.sql, 'here', (payload) => others.push(payload), onAgain)
  await other.ready
  await database.sql`notify here, 'too late'`
  await expect.poll(() => others).toEqual(['too late'])
  expect(received).toEqual(['said'])
  await other.stop()
})
