import { RealtimeClient } from '@supabase/realtime-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTarget, type Target } from '../target.ts'
import { connect, disconnect, joined, newTopic } from './clients.ts'
import { openSocket } from './sockets.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget()
})

afterAll(() => target.close())

describe('the client', () => {
  test.each(['1.0.0', '2.0.0'] as const)('hears its heartbeats answered in %s', async (version) => {
    const client = await connect(target, { version })
    const heard = vi.fn<(status: string) => void>()
    client.onHeartbeat(heard)
    await joined(client.channel(newTopic()))
    await client.sendHeartbeat()
    await vi.waitFor(() => expect(heard.mock.calls.map(([status]) => status)).toContain('ok'))
    disconnect(client)
  })

  test('connects, says so, and disconnects', async () => {
    const client = await connect(target)
    expect(client.connectionState()).toBe('closed')
    client.connect()
    expect(client.isConnecting()).toBe(true)
    await vi.waitFor(() => expect(client.isConnected()).toBe(true))
    expect(client.endpointURL()).toContain('/realtime/v1/websocket?apikey=')
    expect(await client.disconnect()).toBe('ok')
    expect(client.isDisconnecting()).toBe(false)
    expect(client.isConnected()).toBe(false)
  })

  test('removes one channel or all of them', async () => {
    const client = await connect(target)
    const channels = [1, 2, 3].map(() => client.channel(newTopic()))
    await Promise.all(channels.map((channel) => joined(channel)))
    expect(client.getChannels()).toHaveLength(3)
    expect(await client.removeChannel(channels[0]!)).toBe('ok')
    expect(client.getChannels()).toHaveLength(2)
    expect(await client.removeAllChannels()).toEqual(['ok', 'ok'])
    expect(client.getChannels()).toEqual([])
  })

  test('comes back by itself after the socket was lost', async () => {
    const sockets: WebSocket[] = []
    class Watched extends WebSocket {
      constructor(url: string | URL) {
        super(url)
        sockets.push(this)
      }
    }
    const client = new RealtimeClient(`${target.url}/realtime/v1`, {
      params: { apikey: target.anonKey },
      transport: Watched as never,
    })
    const channel = client.channel(newTopic())
    await joined(channel)
    // Not by the client's own wish.
    sockets[0]?.close()
    await vi.waitFor(() => expect(channel.state).not.toBe('joined'))
    await vi.waitFor(() => expect(channel.state).toBe('joined'), { timeout: 5_000 })
    disconnect(client)
  })

  test('pushes frames of its own making', async () => {
    const client = await connect(target)
    const topic = newTopic()
    const channel = client.channel(topic, { config: { broadcast: { self: true } } })
    const heard = vi.fn<(message: unknown) => void>()
    channel.on('broadcast', { event: 'e' }, heard)
    await joined(channel)
    client.push({
      topic: `realtime:${topic}`,
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'e', payload: { n: 1 } },
      ref: '90',
    })
    await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    disconnect(client)
  })
})

describe('frames', () => {
  const join = (topic: string, ref: string, payload: unknown = {}) => ({
    topic,
    event: 'phx_join',
    payload,
    ref,
    join_ref: ref,
  })

  test.each([
    ['a topic without prefix', 'room', {}, 'UnknownTopic: unmatched topic'],
    ['a topic without name', 'realtime:', {}, 'TopicNameRequired: You must provide a topic name'],
    ['a config that is none', 'realtime:x', { config: 7 }, /^InvalidJoinPayload: config: /],
  ])('that join with %s are refused', async (_, topic, payload, reason) => {
    const { socket, send, replyTo } = await openSocket(target)
    send(join(topic, '1', payload))
    await vi.waitFor(() => expect(replyTo('1')).toBeDefined())
    const response = replyTo('1')?.['response'] as { reason: string }
    expect(replyTo('1')?.['status']).toBe('error')
    expect(response.reason).toMatch(reason)
    socket.close()
  })

  test('for a topic that is not joined are answered so', async () => {
    const { socket, send, replyTo } = await openSocket(target)
    send({ topic: 'realtime:x', event: 'broadcast', payload: { event: 'e' }, ref: '1' })
    await vi.waitFor(() =>
      expect(replyTo('1')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } }),
    )
    socket.close()
  })

  test('that join a topic again end the first join', async () => {
    const { socket, send, messages, replyTo } = await openSocket(target)
    send(join('realtime:x', '1'))
    send(join('realtime:x', '2'))
    await vi.waitFor(() => expect(replyTo('2')).toMatchObject({ status: 'ok' }))
    const closes = messages.filter(({ event }) => event === 'phx_close')
    expect(closes.map(({ ref }) => ref)).toEqual(['1'])
    socket.close()
  })

  test('that leave while joining leave', async () => {
    const { socket, send, messages, replyTo } = await openSocket(target)
    send(join('realtime:x', '1'))
    send({ topic: 'realtime:x', event: 'phx_leave', payload: {}, ref: '2', join_ref: '1' })
    await vi.waitFor(() => expect(messages.map(({ event }) => event)).toContain('phx_close'))
    expect(replyTo('2')).toMatchObject({ status: 'ok' })
    socket.close()
  })

  test('of an unknown event are answered so', async () => {
    const { socket, send, replyTo } = await openSocket(target)
    send(join('realtime:x', '1'))
    send({ topic: 'realtime:x', event: 'dance', payload: {}, ref: '2', join_ref: '1' })
    await vi.waitFor(() => expect(replyTo('2')).toMatchObject({ status: 'error' }))
    socket.close()
  })

  test('that are none leave the socket standing', async () => {
    const { socket, send, replyTo } = await openSocket(target)
    const binary = [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 0, 0, 0, 0, 0, 0, 0]]
    for (const bytes of binary) socket.send(Uint8Array.from(bytes))
    for (const text of ['', '{', 'null', '[1,2]', '{"topic":1}', '[null,null,null,null,null]']) {
      socket.send(text)
    }
    send({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '9' })
    await vi.waitFor(() => expect(replyTo('9')).toEqual({ status: 'ok', response: {} }))
    socket.close()
  })
})
