import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { connect, disconnect, eventually, joined, listen, newTopic, tokenOf } from './clients.ts'
import { startCluster, type OwnCluster } from './own-cluster.ts'
import { watch } from './watch.ts'

let cluster: OwnCluster
let target: Target
let peer: Pick<Target, 'url' | 'anonKey'> & { close(): Promise<void> }
const opened: { close(): Promise<void> }[] = []
const errors: string[] = []
const owner = crypto.randomUUID()

beforeAll(async () => {
  if (!isOwnTarget) return
  cluster = await startCluster({ wal_level: 'replica' })
  const { databaseUrl } = cluster
  const onError = (message: string, cause: unknown) => errors.push(`${message}: ${String(cause)}`)
  target = closedOnce(await openTarget({ databaseUrl, onError }))
  peer = await openPeer()
  await cluster.sql.unsafe(`
    create table public.pages (id bigint, part text, ready boolean, body jsonb, hidden text,
      owner_id uuid not null default '${owner}', primary key (part, id));
    alter table public.pages enable row level security;
    create policy shown on public.pages for select to anon using (part <> 'secret');
    create policy own on public.pages for select to authenticated using (owner_id = auth.uid());
    revoke all on public.pages from anon;
    grant select (id, part, ready, body) on public.pages to anon;
    grant select on public.pages to authenticated;
    alter publication supabase_realtime add table public.pages;`)
})

afterAll(async () => {
  if (!isOwnTarget) return
  for (const each of opened) await each.close()
  await cluster.stop()
})

async function openPeer() {
  const peer = await target.openPeer!()
  const { anonKey } = target
  return closedOnce({ ...peer, anonKey })
}

/** Registers a server process to be stopped after all tests. Tests may stop it earlier. */
function closedOnce<Server extends { close(): Promise<void> }>(server: Server): Server {
  let closing: Promise<void> | undefined
  const once = { ...server, close: () => (closing ??= server.close()) }
  opened.push(once)
  return once
}

const write = (text: string) => cluster.sql.unsafe(text)

const watched = async () =>
  (
    await write(`select tgrelid::regclass::text as name from pg_trigger
    where tgname = 'hourspace_realtime' order by 1`)
  ).map((row) => String(row['name']))

describe.runIf(isOwnTarget)('without logical decoding', () => {
  test('without logical decoding, clients of all processes receive the row change events that their subscriptions select', async () => {
    const here = await watch(target, { table: 'pages', filter: 'id=gt.1' })
    const there = await watch(peer, { table: 'pages', filter: 'id=gt.1' })
    expect(here.systems()[0]?.['message']).toBe('Subscribed to PostgreSQL')
    await write(
      `insert into pages values (1, 'a', true, '{}', 'x'), (2, 'secret', true, '{}', 'x')`,
    )
    await write(`insert into pages values (3, 'a', true, '{"b": [1]}', 'x')`)
    // Waits for each event before the next write, because the trigger feed reads the row after the
    // commit. Without waiting, the feed could read the row after the next write.
    const expectChanges = async (count: number) => {
      for (const { changes } of [here, there])
        await eventually(() => expect(changes).toHaveLength(count))
    }
    await expectChanges(1)
    await write(`update pages set ready = false where id = 3`)
    await expectChanges(2)
    await write(`delete from pages where id = 3`)
    await expectChanges(3)
    for (const { changes } of [here, there]) {
      expect(changes.map(({ type }) => type)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
      expect(changes[0]?.record).toEqual({ id: 3, part: 'a', ready: true, body: { b: [1] } })
      expect(changes[2]?.old_record).toEqual({ id: 3, part: 'a' })
    }
    expect(here.changes[1]?.record).toMatchObject({ ready: false })
    here.close()
    there.close()
  })

  test('without logical decoding, row-level security decides which clients receive a row change event', async () => {
    const mine = await watch(target, { table: 'pages' }, { token: tokenOf(target, { sub: owner }) })
    const others = await watch(peer, { table: 'pages' }, { token: tokenOf(target) })
    const visitor = await watch(peer, { table: 'pages' })
    await write(`insert into pages values (10, 'secret', true, '{}', 'x')`)
    await write(`insert into pages values (11, 'open', true, '{}', 'x', gen_random_uuid())`)
    await write(`insert into pages values (12, 'open', true, '{}', 'x')`)
    await eventually(() => expect(mine.changes).toHaveLength(2))
    await eventually(() => expect(visitor.changes).toHaveLength(2))
    expect(mine.changes.map(({ record }) => record?.['id'])).toEqual([10, 12])
    expect(visitor.changes.map(({ record }) => record?.['id'])).toEqual([11, 12])
    expect(others.changes).toEqual([])
    for (const { close } of [mine, others, visitor]) close()
  })

  test('without logical decoding, a table that is added to the publication sends row change events to clients that join afterwards', async () => {
    const early = await watch(target, { table: 'pages' })
    await write(`create table late (id int primary key); grant select on late to anon;
      alter publication supabase_realtime add table late`)
    const { changes, close } = await watch(target, { table: 'late' })
    await write(`insert into late values (1)`)
    await eventually(() => expect(changes).toHaveLength(1))
    early.close()
    close()
  })

  test('without logical decoding, messages between processes arrive intact and in order', async () => {
    const topic = newTopic()
    const clients = [await connect(target), await connect(peer)]
    const [one, other] = await Promise.all(clients.map((client) => listen(client, topic)))
    const sent = Array.from({ length: 40 }, (_, n) => ({ n }))
    for (const payload of sent) void one!.channel.send({ type: 'broadcast', event: 'n', payload })
    await eventually(() => expect(other!.payloads()).toEqual(sent))
    // This message is so large that the server splits it into more than a hundred NOTIFY chunks.
    const payload = { text: 'ü'.repeat(400_000) }
    await other!.channel.send({ type: 'broadcast', event: 'large', payload })
    await eventually(() => expect(one!.payloads()).toEqual([payload]))
    await write(`select realtime.send('{"id":"sql"}', 'e', '${topic}', false)`)
    for (const { payloads } of [one!, other!])
      await eventually(() => expect(payloads()).toContainEqual({ id: 'sql' }))
    disconnect(...clients)
  })

  test('without logical decoding, a new process receives all presence states, and the states of its clients are removed when the process stops', async () => {
    const topic = newTopic()
    const third = await openPeer()
    const present = async (server: typeof third, key: string) => {
      const client = await connect(server)
      const channel = client.channel(topic, { config: { presence: { key } } })
      channel.on('presence', { event: 'sync' }, () => {})
      await joined(channel)
      const keys = () => Object.keys(channel.presenceState()).toSorted()
      return { client, channel, keys }
    }
    const here = await present(target, 'here')
    await here.channel.track({})
    const there = await present(third, 'there')
    await eventually(() => expect(there.keys()).toEqual(['here']))
    await there.channel.track({})
    await eventually(() => expect(here.keys()).toEqual(['here', 'there']))
    await third.close()
    await eventually(() => expect(here.keys()).toEqual(['here']))
    disconnect(here.client, there.client)
  })

  test('without logical decoding, processes can start and stop at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const servers = await Promise.all(Array.from({ length: 3 }, openPeer))
      const watches = await Promise.all(servers.map((server) => watch(server, { table: 'pages' })))
      await write(`insert into pages values (${100 + round}, 'a', true, '{}', 'x')`)
      for (const { changes } of watches) await eventually(() => expect(changes).toHaveLength(1))
      for (const { close } of watches) close()
      await Promise.all(servers.map((server) => server.close()))
    }
  })

  test('without logical decoding, the server logs no errors', () => {
    expect(errors).toEqual([])
  })

  test('without logical decoding, all processes resume receiving messages after PostgreSQL has crashed and restarted', async () => {
    const topic = newTopic()
    const third = await openPeer()
    const clients = [await connect(target), await connect(peer), await connect(third)]
    const [one, other] = await Promise.all(clients.slice(0, 2).map((each) => listen(each, topic)))
    await cluster.crash()
    // The third process opens its message bus only now, while PostgreSQL is down. Its retries must
    // not duplicate messages.
    const late = await listen(clients[2]!, topic)
    await eventually(() => expect(errors).not.toEqual([]))
    await cluster.restart()
    await eventually(async () => {
      await one!.channel.send({ type: 'broadcast', event: 'e', payload: { from: 'one' } })
      await other!.channel.send({ type: 'broadcast', event: 'e', payload: { from: 'other' } })
      expect(one!.payloads()).toContainEqual({ from: 'other' })
      expect(other!.payloads()).toContainEqual({ from: 'one' })
      expect(late.payloads()).toContainEqual({ from: 'one' })
    })
    for (const from of ['twice?', 'end'])
      await one!.channel.send({ type: 'broadcast', event: 'e', payload: { from } })
    for (const { payloads } of [other!, late]) {
      await eventually(() => expect(payloads()).toContainEqual({ from: 'end' }))
      const senders = payloads().map((each) => (each as { from: string }).from)
      expect(senders.filter((from) => from === 'twice?')).toHaveLength(1)
    }
    const watches = await Promise.all(
      [target, peer].map((server) => watch(server, { table: 'pages' })),
    )
    await write(`insert into pages values (200, 'a', true, '{}', 'x')`)
    for (const { changes } of watches) await eventually(() => expect(changes).toHaveLength(1))
    for (const { close } of watches) close()
    disconnect(...clients)
    await third.close()
  })

  test('without logical decoding, the change triggers are dropped when the last process stops', async () => {
    const { close } = await watch(peer, { table: 'pages' })
    expect(await watched()).toContain('pages')
    close()
    for (const each of opened) await each.close()
    expect(await watched()).toEqual([])
  })
})
