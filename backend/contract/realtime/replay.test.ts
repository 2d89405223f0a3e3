import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import {
  connect,
  disconnect,
  eventually,
  hearsOthers,
  joined,
  listen,
  newTopic,
  post,
} from './clients.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget()
  await hearsOthers(target)
})

afterAll(() => target.close())

const isPrivate = { private: true } as const

const server = () => connect(target, { key: target.serviceRoleKey })

const send = (topic: string, payload: object, event = 'e', toPrivate = true) =>
  target.sql?.unsafe('select realtime.send($1, $2, $3, $4)', [
    payload as never,
    event,
    topic,
    toPrivate,
  ])

describe.runIf(isOwnTarget)('messages sent in SQL', () => {
  test('realtime.send reaches a private channel after the commit, with the id of the stored message', async () => {
    const topic = newTopic()
    const client = await server()
    const { received } = await listen(client, topic, isPrivate)
    await target.sql?.begin(async (sql) => {
      await sql`select realtime.send('{"n": 1}', 'e', ${topic})`
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(received).toEqual([])
    })
    await eventually(() => expect(received).toHaveLength(1))
    const id = received[0]?.meta?.id
    expect(received[0]).toEqual({
      type: 'broadcast',
      event: 'e',
      payload: { n: 1, id },
      meta: { id },
    })
    disconnect(client)
  })

  test('realtime.send in a transaction that is rolled back sends nothing', async () => {
    const topic = newTopic()
    const client = await server()
    const { payloads } = await listen(client, topic, isPrivate)
    const undone = target.sql?.begin(async (sql) => {
      await sql`select realtime.send('{"id": "undone"}', 'e', ${topic})`
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await send(topic, { id: 'kept' })
    await eventually(() => expect(payloads()).toEqual([{ id: 'kept' }]))
    disconnect(client)
  })

  test('realtime.send with private = false reaches the public channel', async () => {
    const topic = newTopic()
    const client = await connect(target, { version: '1.0.0' })
    const { payloads } = await listen(client, topic)
    await send(topic, { id: 'private' })
    await send(topic, { id: 'public' }, 'e', false)
    await eventually(() => expect(payloads()).toEqual([{ id: 'public' }]))
    disconnect(client)
  })

  test('realtime.send_binary sends bytes to a channel', async () => {
    const topic = newTopic()
    const client = await server()
    const { received } = await listen(client, topic, isPrivate)
    await target.sql?.unsafe(`select realtime.send_binary('\\x00ff'::bytea, 'e', $1)`, [topic])
    await eventually(() => expect(received).toHaveLength(1))
    expect(new Uint8Array(received[0]?.payload as ArrayBuffer)).toEqual(Uint8Array.of(0, 255))
    disconnect(client)
  })

  test('realtime.broadcast_changes in a trigger broadcasts the changed rows', async () => {
    const topic = newTopic()
    const client = await server()
    const { received } = await listen(client, topic, isPrivate)
    await target.sql?.unsafe(`
      create table public.things (id int primary key, name text);
      create function public.tell() returns trigger language plpgsql security definer as $$
      begin
        perform realtime.broadcast_changes('${topic}', tg_op, tg_op, tg_table_name,
          tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell after insert or update or delete on public.things
        for each row execute function public.tell();
      insert into public.things values (1, 'one');
      update public.things set name = 'two';
      delete from public.things`)
    await eventually(() => expect(received).toHaveLength(3))
    expect(received.map(({ event }) => event)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(received[1]?.payload).toMatchObject({
      operation: 'UPDATE',
      schema: 'public',
      table: 'things',
      record: { id: 1, name: 'two' },
      old_record: { id: 1, name: 'one' },
    })
    disconnect(client)
  })

  test('realtime.send delivers a message completely even if it exceeds the size limit of NOTIFY', async () => {
    const topic = newTopic()
    const client = await server()
    const { payloads } = await listen(client, topic, isPrivate)
    const text = 'ü'.repeat(100_000)
    await send(topic, { id: 1, text })
    await eventually(() => expect(payloads()).toEqual([{ id: 1, text }]))
    disconnect(client)
  })
})

describe.runIf(isOwnTarget)('replay', () => {
  test('a replay first delivers the latest stored messages since the given start time, in chronological order, and then new messages', async () => {
    const topic = newTopic()
    const client = await server()
    await send(topic, { id: 'too old' })
    const since = Date.now()
    for (const id of ['a', 'b', 'c']) await send(topic, { id })
    const { received, payloads } = await listen(client, topic, {
      ...isPrivate,
      broadcast: { replay: { since, limit: 2 } },
    })
    await send(topic, { id: 'new' })
    await eventually(() => expect(payloads()).toEqual([{ id: 'b' }, { id: 'c' }, { id: 'new' }]))
    expect(received.map(({ meta }) => meta?.replayed)).toEqual([true, true, undefined])
    disconnect(client)
  })

  test('a replay on a public channel is rejected', async () => {
    const client = await connect(target)
    const channel = client.channel(newTopic())
    channel.params.config.broadcast = { replay: { since: 0 } }
    await expect(joined(channel)).rejects.toThrow(
      'UnableToReplayMessages: Replay is not allowed for public channels',
    )
    disconnect(client)
  })

  test('a replay without a valid start time is rejected', async () => {
    const client = await server()
    const broadcast = { replay: { since: 'yesterday' as never } }
    const channel = client.channel(newTopic(), { config: { ...isPrivate, broadcast } })
    await expect(joined(channel)).rejects.toThrow('Replay params are not valid')
    disconnect(client)
  })

  test('a replay contains messages that clients sent with `persist` over WebSocket or HTTP', async () => {
    const topic = newTopic()
    const client = await server()
    const { channel, received } = await listen(client, topic, {
      ...isPrivate,
      broadcast: { self: true, ack: true },
    })
    const message = { type: 'broadcast', event: 'e' } as const
    expect(await channel.send({ ...message, payload: { n: 1 } })).toBe('ok')
    expect(await channel.send({ ...message, payload: { n: 2 }, persist: true })).toBe('ok')
    expect(await channel.send({ ...message, payload: { n: 3 }, persist: { ttl: 60 } })).toBe('ok')
    await channel.httpSend('e', { n: 4 }, { persist: true })
    await channel.httpSend('e', Uint8Array.of(5), { persist: { ttl: 60 } })
    // Each broadcast is delivered only once, even if it is also stored.
    await eventually(() => expect(received).toHaveLength(5))
    const later = await server()
    const { payloads } = await listen(later, topic, {
      ...isPrivate,
      broadcast: { replay: { since: Date.now() - 60_000 } },
    })
    await eventually(() => expect(payloads()).toHaveLength(4))
    expect(payloads().slice(0, 3)).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }])
    expect(received).toHaveLength(5)
    disconnect(client, later)
  })

  test('a replay does not contain expired messages', async () => {
    const topic = newTopic()
    const client = await server()
    await client.channel(topic, { config: isPrivate }).httpSend('e', { n: 1 }, { persist: true })
    await target.sql?.unsafe(
      `update realtime.messages set expires_at = timezone('utc', now()) where topic = $1`,
      [topic],
    )
    const { received } = await listen(await server(), topic, {
      ...isPrivate,
      broadcast: { replay: { since: 0 } },
    })
    expect(received).toEqual([])
    disconnect(client)
  })

  test('storing a message sent to a public channel is rejected', async () => {
    const response = await post(target, '/t/events/e?persist=true', '{}')
    expect(response.status).toBe(422)
  })
})

test.runIf(isOwnTarget)('stored realtime messages are deleted after 72 hours', async () => {
  await target.sql?.unsafe(`
    insert into realtime.messages (topic, extension, event, inserted_at) values
      ('old', 'broadcast', null, now() - interval '73 hours'),
      ('young', 'broadcast', null, now() - interval '71 hours');
    select realtime_internal.maintain_message_partitions()`)
  const rows = await target.sql?.unsafe(
    `select topic from realtime.messages where topic in ('old', 'young')`,
  )
  expect(rows).toEqual([{ topic: 'young' }])
})
