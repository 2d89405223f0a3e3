import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTarget, type Target } from '../target.ts'
import { connect, disconnect, eventually, joined, newTopic, type Version } from './clients.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget()
})

afterAll(() => target.close())

async function watcher(client: RealtimeClient, topic: string, key?: string) {
  const channel = client.channel(topic, { config: { presence: key ? { key } : {} } })
  const told: { event: string; key?: string }[] = []
  for (const event of ['sync', 'join', 'leave'] as const) {
    channel.on('presence', { event: event as 'join' }, (about) => told.push(about))
  }
  await joined(channel)
  await eventually(() => expect(told.map(({ event }) => event)).toContain('sync'))
  return { channel, told }
}

const names = (channel: RealtimeChannel) =>
  Object.fromEntries(
    Object.entries(channel.presenceState<{ name: string }>()).map(([key, states]) => [
      key,
      states.map(({ name }) => name).toSorted(),
    ]),
  )

describe('presence', () => {
  test.each<[Version]>([['1.0.0'], ['2.0.0']])(
    'a tracked presence in protocol %s reaches all clients of the topic, including its own',
    async (version) => {
      const topic = newTopic()
      const [a, b] = await Promise.all([connect(target, { version }), connect(target, { version })])
      const one = await watcher(a, topic, 'one')
      const other = await watcher(b, topic, 'other')
      expect(await one.channel.track({ name: 'Ada' })).toBe('ok')
      for (const { channel } of [one, other]) {
        await eventually(() => expect(names(channel)).toEqual({ one: ['Ada'] }))
      }
      const states = other.channel.presenceState()['one']
      expect(states).toEqual([{ name: 'Ada', presence_ref: expect.any(String) as string }])
      disconnect(a, b)
    },
  )

  test('a client that joins later receives the complete presence state', async () => {
    const topic = newTopic()
    const [a, b] = await Promise.all([connect(target), connect(target)])
    const { channel } = await watcher(a, topic, 'one')
    await channel.track({ name: 'Ada' })
    const late = await watcher(b, topic)
    expect(names(late.channel)).toEqual({ one: ['Ada'] })
    disconnect(a, b)
  })

  test('two clients with the same presence key appear as two states of one key', async () => {
    const topic = newTopic()
    const clients = await Promise.all([connect(target), connect(target), connect(target)])
    const phone = await watcher(clients[0], topic, 'ada')
    const laptop = await watcher(clients[1], topic, 'ada')
    const other = await watcher(clients[2], topic)
    await phone.channel.track({ name: 'phone' })
    await laptop.channel.track({ name: 'laptop' })
    await eventually(() => expect(names(other.channel)).toEqual({ ada: ['laptop', 'phone'] }))
    disconnect(clients[0])
    await eventually(() => expect(names(other.channel)).toEqual({ ada: ['laptop'] }))
    disconnect(...clients)
  })

  test("calling track again replaces the client's presence state", async () => {
    const topic = newTopic()
    const [a, b] = await Promise.all([connect(target), connect(target)])
    const { channel } = await watcher(a, topic, 'one')
    const other = await watcher(b, topic)
    await channel.track({ name: 'before' })
    await eventually(() => expect(names(other.channel)).toEqual({ one: ['before'] }))
    await channel.track({ name: 'after' })
    await eventually(() => expect(names(other.channel)).toEqual({ one: ['after'] }))
    disconnect(a, b)
  })

  test("a client's presence ends when the client calls untrack, leaves the channel or loses its socket", async () => {
    const topic = newTopic()
    const clients = await Promise.all([connect(target), connect(target), connect(target)])
    const watching = await connect(target)
    const { channel, told } = await watcher(watching, topic)
    const tracked = await Promise.all(
      ['untracks', 'leaves', 'loses'].map(async (key, index) => {
        const one = await watcher(clients[index]!, topic, key)
        await one.channel.track({ name: key })
        return one.channel
      }),
    )
    await eventually(() => expect(Object.keys(names(channel))).toHaveLength(3))
    expect(await tracked[0]!.untrack()).toBe('ok')
    await tracked[1]!.unsubscribe()
    disconnect(clients[2]!)
    await eventually(() => expect(names(channel)).toEqual({}))
    const left = told.filter(({ event }) => event === 'leave').map(({ key }) => key)
    expect(left.toSorted()).toEqual(['leaves', 'loses', 'untracks'])
    disconnect(...clients, watching)
  })

  test('the server assigns a presence key if the client does not set one', async () => {
    const topic = newTopic()
    const client = await connect(target)
    const { channel } = await watcher(client, topic)
    await channel.track({ name: 'Ada' })
    await eventually(() => expect(Object.keys(names(channel))).toHaveLength(1))
    expect(Object.keys(names(channel))[0]).toMatch(/^[0-9a-f-]{36}$/)
    disconnect(client)
  })

  test('a client that calls track on a channel without presence listeners receives later presence events', async () => {
    const topic = newTopic()
    const [a, b] = await Promise.all([connect(target), connect(target)])
    const watching = await watcher(a, topic, 'one')
    await watching.channel.track({ name: 'Ada' })
    const quiet = b.channel(topic, { config: { presence: { key: 'quiet', enabled: false } } })
    await joined(quiet)
    expect(quiet.presenceState()).toEqual({})
    await quiet.track({ name: 'Quiet' })
    await eventually(() => expect(names(watching.channel)).toHaveProperty('quiet'))
    await eventually(() => expect(names(quiet)).toEqual({ one: ['Ada'], quiet: ['Quiet'] }))
    disconnect(a, b)
  })

  test('the track method of a realtime channel rejects a payload that is not an object', async () => {
    const client = await connect(target)
    const { channel } = await watcher(client, newTopic())
    expect(await channel.track('here' as never)).toBe('error')
    disconnect(client)
  })
})
