import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#backend/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { Bus } from './bus.ts'
import { NotifyChunks } from './bus-message.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  // Replaces an SQL function to make logical decoding appear unavailable.
  await database.sql`
    create or replace function realtime_internal.has_logical_decoding() returns boolean language sql
      as 'select false'`
})

afterAll(() => database.drop())

/** Creates the message bus of one process and records the messages that it receives. */
function end() {
  const sql = postgres(database.url, { max: 2, onnotice: () => {} })
  const received: [said: unknown, body: string][] = []
  const bus = new Bus({
    sql,
    feed: { open: () => Promise.reject(new Error('There is no log')) },
    log: createLog('error', () => {}),
    onMessage: ({ head, body }) => received.push([head['said'], body.toString()]),
    onGap: () => {},
  })
  return { bus, received, close: () => bus.close().then(() => sql.end()) }
}

test('without logical decoding, the bus delivers messages of any size once and in order to all processes but the sender', async () => {
  const one = end()
  const other = end()
  await Promise.all([one.bus.open(), other.bus.open()])
  const large = 'ä€'.repeat(20_000)
  const bodies = ['first', large, '', ...Array.from({ length: 30 }, (_, n) => `small ${n}`)]
  await Promise.all(
    bodies.map((body, said) => one.bus.publish({ kind: 'alive', said }, Buffer.from(body))),
  )
  await expect.poll(() => other.received).toHaveLength(bodies.length)
  expect(other.received).toEqual(bodies.map((body, said) => [said, body]))
  expect(one.received).toEqual([])
  await Promise.all([one.close(), other.close()])
})

test('NotifyChunks skips messages with missing chunks and invalid payloads', () => {
  const contents: string[] = []
  const chunks = new NotifyChunks((content) => contents.push(content.toString()))
  const piece = (text: string) => Buffer.from(text).toString('base64')
  for (const payload of [
    `lost 2 2 ${piece('end')}`,
    `whole 1 2 ${piece('be')}`,
    `whole 2 2 ${piece('gun')}`,
    `broken 1 3 ${piece('x')}`,
    `last 1 1 ${piece('y')}`,
    'nonsense',
  ]) {
    chunks.add(payload)
  }
  expect(contents).toEqual(['begun', 'y'])
})
