import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import {
  connect,
  disconnect,
  eventually,
  joined,
  listen,
  newTopic,
  post,
  tokenOf,
} from './clients.ts'

let target: Target
let peer: { url: string; anonKey: string; close(): Promise<void> }

beforeAll(async () => {
  target = await openTarget()
  await target.sql?.unsafe(`
    create policy "people join" on realtime.messages for select to authenticated using (true);
    create policy "people send" on realtime.messages for insert to authenticated
      with check (realtime.topic() not like '%closed')`)
  const opened = await target.openPeer?.()
  if (!opened) return
  peer = { ...opened, anonKey: target.anonKey }
  await hearOneAnother()
})

afterAll(async () => {
  await peer?.close()
  await target.close()
})

/** Connects two clients to different processes and joins both to the same topic. */
async function both(topic: string) {
  const here = await connect(target)
  const there = await connect(peer)
  return { here, there, ends: await Promise.all([listen(here, topic), listen(there, topic)]) }
}

/** Waits until both processes exchange broadcasts, which may happen only after the join replies. */
async function hearOneAnother(): Promise<void> {
  const { here, there, ends } = await both(newTopic())
  for (const [from, to] of [ends, ends.toReversed()]) {
    await eventually(async () => {
      await from!.channel.send({ type: 'broadcast', event: 'e', payload: {} })
      expect(to!.payloads()).not.toEqual([])
    })
  }
  disconnect(here, there)
}

describe.runIf(isOwnTarget)('two processes', () => {
  test('broadcasts between clients of two processes arrive in both directions, each once and in order', async () => {
    const topic = newTopic()
    const { here, there, ends } = await both(topic)
    const [one, other] = ends
    const sent = Array.from({ length: 40 }, (_, n) => ({ n }))
    for (const payload of sent) void one.channel.send({ type: 'broadcast', event: 'n', payload })
    await other.channel.send({ type: 'broadcast', event: 'back', payload: { n: -1 } })
    await eventually(() => expect(other.payloads()).toHaveLength(40))
    await eventually(() => expect(one.payloads()).toEqual([{ n: -1 }]))
    expect(other.payloads()).toEqual(sent)
    disconnect(here, there)
  })

  test('binary and large messages between two processes arrive intact', async () => {
    const topic = newTopic()
    const { here, there, ends } = await both(topic)
    const text = 'x'.repeat(500_000)
    await ends[0].channel.send({ type: 'broadcast', event: 'e', payload: { text } })
    const bytes = Uint8Array.of(0, 1, 255)
    await ends[0].channel.send({ type: 'broadcast', event: 'e', payload: bytes.buffer })
    await eventually(() => expect(ends[1].payloads()).toHaveLength(2))
    expect(ends[1].payloads()[0]).toEqual({ text })
    expect(new Uint8Array(ends[1].payloads()[1] as ArrayBuffer)).toEqual(bytes)
    disconnect(here, there)
  })

  test('broadcasts sent over HTTP or with realtime.send in SQL reach the clients of both processes exactly once', async () => {
    const topic = newTopic()
    const { here, there, ends } = await both(topic)
    await post(peer, `/${topic}/events/e`, '{"from":"http"}')
    await target.sql?.unsafe(`select realtime.send('{"id":"sql"}', 'e', $1, false)`, [topic])
    for (const { payloads } of ends) {
      await eventually(() => expect(payloads()).toHaveLength(2))
      expect(payloads()).toContainEqual({ from: 'http' })
      expect(payloads()).toContainEqual({ id: 'sql' })
    }
    disconnect(here, there)
  })

  test('a client of another process receives messages of a private channel only if it joined the topic as a private channel', async () => {
    const topic = newTopic()
    const token = tokenOf(target)
    const here = await connect(target, { token })
    const there = await connect(peer, { token })
    const visitor = await connect(peer)
    const isPrivate = { private: true }
    const one = await listen(here, topic, isPrivate)
    const other = await listen(there, topic, isPrivate)
    const outside = await listen(visitor, topic)
    await one.channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })
    await eventually(() => expect(other.payloads()).toEqual([{ n: 1 }]))
    expect(outside.received).toEqual([])
    disconnect(here, there, visitor)
  })

  test('clients of two processes see identical presence states, even if a client joins later', async () => {
    const topic = newTopic()
    const clients = await Promise.all([connect(target), connect(peer), connect(peer)])
    const [a, b, late] = await Promise.all(
      clients.map((client, index) => {
        const channel = client.channel(topic, { config: { presence: { key: `p${index}` } } })
        channel.on('presence', { event: 'sync' }, () => {})
        return index < 2 ? joined(channel) : channel
      }),
    )
    await a!.track({ n: 0 })
    await b!.track({ n: 1 })
    const keys = (channel = a!) => Object.keys(channel.presenceState()).toSorted()
    for (const channel of [a!, b!])
      await eventually(() => expect(keys(channel)).toEqual(['p0', 'p1']))
    await joined(late!)
    await eventually(() => expect(keys(late)).toEqual(['p0', 'p1']))
    disconnect(clients[0]!)
    for (const channel of [b!, late!]) await eventually(() => expect(keys(channel)).toEqual(['p1']))
    disconnect(...clients)
  })

  test('a process that starts later receives all presence states, and the states of its clients are removed when the process stops', async () => {
    const topic = newTopic()
    const here = await connect(target)
    const channel = here.channel(topic, { config: { presence: { key: 'here' } } })
    channel.on('presence', { event: 'sync' }, () => {})
    await joined(channel)
    await channel.track({})
    const third = await target.openPeer!()
    const there = await connect({ ...third, anonKey: target.anonKey })
    const other = there.channel(topic, { config: { presence: { key: 'there' } } })
    other.on('presence', { event: 'sync' }, () => {})
    await joined(other)
    await eventually(() => expect(Object.keys(other.presenceState())).toEqual(['here']))
    await other.track({})
    await eventually(() => expect(Object.keys(channel.presenceState())).toHaveLength(2))
    await third.close()
    await eventually(() => expect(Object.keys(channel.presenceState())).toEqual(['here']))
    disconnect(here, there)
  })

  test('a process that failed to connect to the message bus between processes retries and then receives messages', async () => {
    const topic = newTopic()
    const here = await connect(target)
    const one = await listen(here, topic)
    const third = await target.openPeer!()
    const rename = (from: string, to: string) =>
      target.sql!.unsafe(`alter function realtime_internal.${from}() rename to ${to}`)
    await rename('has_logical_decoding', 'had_logical_decoding')
    const there = await connect({ ...third, anonKey: target.anonKey })
    const other = await listen(there, topic)
    await rename('had_logical_decoding', 'has_logical_decoding')
    await eventually(async () => {
      await one.channel.send({ type: 'broadcast', event: 'e', payload: {} })
      expect(other.payloads()).not.toEqual([])
    })
    disconnect(here, there)
    await third.close()
  })
})
