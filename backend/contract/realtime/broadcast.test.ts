import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTarget, type Target } from '../target.ts'
import { connect, disconnect, eventually, listen, newTopic, type Version } from './clients.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget()
})

afterAll(() => target.close())

const versions: [from: Version, to: Version][] = [
  ['1.0.0', '1.0.0'],
  ['1.0.0', '2.0.0'],
  ['2.0.0', '1.0.0'],
  ['2.0.0', '2.0.0'],
]

describe('broadcast', () => {
  test.each(versions)(
    'a broadcast from a client with protocol %s reaches a client with protocol %s',
    async (from, to) => {
      const topic = newTopic()
      const sender = await connect(target, { version: from })
      const receiver = await connect(target, { version: to })
      const { channel, received: own } = await listen(sender, topic)
      const { received } = await listen(receiver, topic)
      const payload = { text: 'grüße 🎈', list: [1, null, { deep: true }] }
      expect(await channel.send({ type: 'broadcast', event: 'cursor', payload })).toBe('ok')
      await eventually(() => expect(received).toHaveLength(1))
      expect(received[0]).toEqual({ type: 'broadcast', event: 'cursor', payload })
      expect(own).toEqual([])
      disconnect(sender, receiver)
    },
  )

  test.each(['1.0.0', '2.0.0'] as const)(
    'with protocol %s, a client receives its own broadcasts if its channel sets broadcast.self',
    async (version) => {
      const client = await connect(target, { version })
      const { channel, payloads } = await listen(client, newTopic(), {
        broadcast: { self: true, ack: true },
      })
      const answer = await channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })
      expect(answer).toBe('ok')
      await eventually(() => expect(payloads()).toEqual([{ n: 1 }]))
      disconnect(client)
    },
  )

  test('a binary broadcast reaches clients with protocol 2.0.0 as bytes and is not sent to clients with protocol 1.0.0', async () => {
    const topic = newTopic()
    const clients = await Promise.all([
      connect(target),
      connect(target),
      connect(target, { version: '1.0.0' }),
    ])
    const [sender, receiver, old] = clients
    const { channel } = await listen(sender, topic)
    const { received } = await listen(receiver, topic)
    const { payloads: oldPayloads } = await listen(old, topic)
    const bytes = Uint8Array.of(0, 255, 128, 10).buffer
    await channel.send({ type: 'broadcast', event: 'bytes', payload: bytes })
    await channel.send({ type: 'broadcast', event: 'text', payload: { n: 2 } })
    await eventually(() => expect(received).toHaveLength(2))
    expect(new Uint8Array(received[0]?.payload as ArrayBuffer)).toEqual(new Uint8Array(bytes))
    await eventually(() => expect(oldPayloads()).toEqual([{ n: 2 }]))
    disconnect(...clients)
  })

  test('many broadcasts from one client arrive exactly once and in order', async () => {
    const topic = newTopic()
    const sender = await connect(target)
    const receiver = await connect(target)
    const { channel } = await listen(sender, topic)
    const { payloads } = await listen(receiver, topic)
    const sent = Array.from({ length: 90 }, (_, n) => ({ n }))
    for (const payload of sent) void channel.send({ type: 'broadcast', event: 'n', payload })
    await eventually(() => expect(payloads()).toHaveLength(90))
    expect(payloads()).toEqual(sent)
    disconnect(sender, receiver)
  })

  test('a broadcast does not reach subscribers of other topics', async () => {
    const client = await connect(target)
    const topic = newTopic()
    const { channel } = await listen(client, topic)
    const { received } = await listen(client, `${topic}-other`)
    const { received: same } = await listen(await connect(target), topic)
    await channel.send({ type: 'broadcast', event: 'e', payload: {} })
    await eventually(() => expect(same).toHaveLength(1))
    expect(received).toEqual([])
    disconnect(client)
  })

  test('a broadcast sent with protocol 1.0.0 keeps fields other than type, event and payload', async () => {
    const topic = newTopic()
    const sender = await connect(target, { version: '1.0.0' })
    const receiver = await connect(target)
    const { channel } = await listen(sender, topic)
    const { received } = await listen(receiver, topic)
    await channel.send({ type: 'broadcast', event: 'e', message: 'hi' })
    await eventually(() => expect(received).toHaveLength(1))
    expect(received[0]).toEqual({ type: 'broadcast', event: 'e', message: 'hi' })
    disconnect(sender, receiver)
  })

  test('a client that has left a channel receives no more broadcasts from it', async () => {
    const topic = newTopic()
    const sender = await connect(target)
    const leaver = await connect(target)
    const stayer = await connect(target)
    const { channel } = await listen(sender, topic, { broadcast: { ack: true } })
    const { channel: left, received } = await listen(leaver, topic)
    const { received: stayed } = await listen(stayer, topic)
    expect(await left.unsubscribe()).toBe('ok')
    await channel.send({ type: 'broadcast', event: 'e', payload: {} })
    await eventually(() => expect(stayed).toHaveLength(1))
    expect(received).toEqual([])
    disconnect(sender, leaver, stayer)
  })
})

test('a client that joins, leaves and joins again receives broadcasts again', async () => {
  const topic = newTopic()
  const client = await connect(target)
  const first = await listen(client, topic)
  expect(await client.removeChannel(first.channel)).toBe('ok')
  const { channel, payloads } = await listen(client, topic, { broadcast: { self: true } })
  await channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })
  await eventually(() => expect(payloads()).toEqual([{ n: 1 }]))
  disconnect(client)
})
