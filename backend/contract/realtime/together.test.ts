import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { connect, disconnect, eventually, joined, newTopic } from './clients.ts'

const processes = 6
const errors: string[] = []
let servers: Awaited<ReturnType<NonNullable<Target['openPeer']>>>[] = []
let target: Target

beforeAll(async () => {
  const onError = (message: string, cause: unknown) => errors.push(`${message}: ${String(cause)}`)
  target = await openTarget({ onError })
})

afterAll(async () => {
  await closeAll()
  await target.close()
})

async function closeAll() {
  const ending = servers
  servers = []
  await Promise.all(ending.map((server) => server.close()))
}

async function present(server: { url: string }, topic: string, key: string) {
  const client = await connect({ url: server.url, anonKey: target.anonKey })
  const record = { broadcasts: [] as string[], changes: [] as number[], systems: [] as string[] }
  const channel = client.channel(topic, { config: { presence: { key } } })
  channel
    .on('presence', { event: 'sync' }, () => {})
    .on('broadcast', { event: 'e' }, ({ payload }) => record.broadcasts.push(payload.from))
    .on('system', {}, ({ status, message }) => record.systems.push(`${status} ${message}`))
    .on('postgres_changes', { event: '*', schema: 'public', table: 'beats' }, ({ new: row }) =>
      record.changes.push((row as { n: number }).n),
    )
  await joined(channel)
  await channel.track({})
  return {
    client,
    channel,
    key,
    record,
    keys: () => Object.keys(channel.presenceState()).toSorted(),
  }
}

describe.runIf(isOwnTarget)('concurrent starts', () => {
  test('processes that start at the same moment on a new database log no errors and miss no messages', async () => {
    const sql = target.sql!
    // If this test is a retry, its failed first run may have left a table, errors and servers.
    errors.length = 0
    await closeAll()
    await sql.unsafe(`
      drop table if exists public.beats;
      create table public.beats (n int primary key);
      grant select on public.beats to anon;
      alter publication supabase_realtime add table public.beats;
      delete from auth_internal.signing_keys;`)
    // Drops the message partitions of all days, to simulate the first server start of a day.
    const partitions = await sql`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'realtime.messages'::regclass and inhrelid::regclass::text !~ 'default'`
    for (const { name } of partitions) await sql.unsafe(`drop table ${name}`)

    servers = await Promise.all(Array.from({ length: processes }, () => target.openPeer!()))
    const topic = newTopic()
    const all = await Promise.all(servers.map((server, n) => present(server, topic, `p${n}`)))
    const keys = all.map(({ key }) => key)
    for (const { record } of all)
      await eventually(() => expect(record.systems).toEqual(['ok Subscribed to PostgreSQL']))
    for (const { channel, key } of all)
      await channel.send({ type: 'broadcast', event: 'e', payload: { from: key } })
    await sql`insert into beats values (1)`
    for (const { record, key, keys: seen } of all) {
      const others = keys.filter((each) => each !== key)
      await eventually(() => expect(record.broadcasts.toSorted()).toEqual(others))
      await eventually(() => expect(record.changes).toEqual([1]))
      await eventually(() => expect(seen()).toEqual(keys))
    }
    const made = await sql`select from auth_internal.signing_keys`
    expect(made).toHaveLength(1)
    expect(errors).toEqual([])
    disconnect(...all.map(({ client }) => client))
    await closeAll()
    expect(errors).toEqual([])
  })
})
