import { RealtimeClient, type RealtimeClientOptions } from '@supabase/realtime-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTarget, type Target } from '../target.ts'
import { connect, disconnect, eventually, joined, listen, newTopic } from './clients.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget()
})

afterAll(() => target.close())

/** Creates a realtime client and collects its sockets, so that the test can close them. */
function losable(options: RealtimeClientOptions = {}) {
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
    reconnectAfterMs: () => 50,
    ...options,
  })
  return { client, sockets, Watched, lose: () => sockets.at(-1)?.close() }
}

describe('RealtimeClient', () => {
  test.each(['1.0.0', '2.0.0'] as const)(
    'a client with protocol %s receives replies to its heartbeats',
    async (version) => {
      const client = await connect(target, { version })
      const received = vi.fn<(status: string) => void>()
      client.onHeartbeat(received)
      await joined(client.channel(newTopic()))
      await client.sendHeartbeat()
      await eventually(() => expect(received.mock.calls.map(([status]) => status)).toContain('ok'))
      disconnect(client)
    },
  )

  test('the realtime client connects, reports its connection state, and disconnects', async () => {
    const client = await connect(target)
    expect(client.connectionState()).toBe('closed')
    client.connect()
    expect(client.isConnecting()).toBe(true)
    await eventually(() => expect(client.isConnected()).toBe(true))
    expect(client.endpointURL()).toContain('/realtime/v1/websocket?apikey=')
    expect(await client.disconnect()).toBe('ok')
    expect(client.isDisconnecting()).toBe(false)
    expect(client.isConnected()).toBe(false)
  })

  test('the realtime client can remove one channel or all channels', async () => {
    const client = await connect(target)
    const channels = [1, 2, 3].map(() => client.channel(newTopic()))
    await Promise.all(channels.map((channel) => joined(channel)))
    expect(client.getChannels()).toHaveLength(3)
    expect(await client.removeChannel(channels[0]!)).toBe('ok')
    expect(client.getChannels()).toHaveLength(2)
    expect(await client.removeAllChannels()).toEqual(['ok', 'ok'])
    expect(client.getChannels()).toEqual([])
  })

  test('the realtime client uses the given transport, logger, encoder and timeouts', async () => {
    const logger = vi.fn<() => void>()
    const encode = vi.fn<(message: object, done: (text: string) => void) => void>((message, done) =>
      done(JSON.stringify(message)),
    )
    const decode = vi.fn<(text: string, done: (message: unknown) => void) => void>((text, done) =>
      done(JSON.parse(text)),
    )
    const heartbeatCallback = vi.fn<(status: string) => void>()
    const { client, Watched } = losable({
      vsn: '1.0.0',
      timeout: 20_000,
      heartbeatIntervalMs: 100,
      heartbeatCallback,
      logger,
      encode: encode as never,
      decode: decode as never,
    })
    client.push({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '0' })
    expect(client.sendBuffer).toHaveLength(1)
    const channel = client.channel(newTopic())
    await joined(channel)
    await eventually(() =>
      expect(heartbeatCallback.mock.calls.map(([status]) => status)).toContain('ok'),
    )
    expect(client).toMatchObject({
      vsn: '1.0.0',
      timeout: 20_000,
      heartbeatIntervalMs: 100,
      sendBuffer: [],
      transport: Watched,
    })
    expect(client.endPoint).toMatch(/\/realtime\/v1\/websocket$/)
    expect(client.reconnectAfterMs(1)).toBe(50)
    expect(client.hasLogger()).toBe(true)
    client.log('test', 'said')
    expect(logger).toHaveBeenCalledWith('test', 'said', undefined)
    expect(encode).toHaveBeenCalled()
    expect(decode).toHaveBeenCalled()
    expect([client.encode, client.decode]).toEqual([encode, decode])
    disconnect(client)
  })

  test('the realtime client can send custom frames with push', async () => {
    const client = await connect(target)
    const topic = newTopic()
    const channel = client.channel(topic, { config: { broadcast: { self: true } } })
    const received = vi.fn<(message: unknown) => void>()
    channel.on('broadcast', { event: 'e' }, received)
    await joined(channel)
    client.push({
      topic: `realtime:${topic}`,
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'e', payload: { n: 1 } },
      ref: '90',
    })
    await eventually(() => expect(received).toHaveBeenCalled())
    disconnect(client)
  })
})

describe('RealtimeChannel', () => {
  test('the state of a channel is closed at first, joined after the join, and closed after leaving', async () => {
    const client = await connect(target)
    const channel = client.channel(newTopic())
    expect(channel).toMatchObject({ state: 'closed', joinedOnce: false, timeout: 10_000 })
    await joined(channel)
    expect(channel).toMatchObject({ state: 'joined', joinedOnce: true })
    expect(channel.joinPush.receivedResp).toMatchObject({ status: 'ok' })
    expect(await channel.unsubscribe()).toBe('ok')
    expect(channel.state).toBe('closed')
    channel.teardown()
    disconnect(client)
  })

  test('a channel joins again with the updated join payload after its socket was lost', async () => {
    const { client, sockets, lose } = losable()
    const { channel, payloads } = await listen(client, newTopic())
    channel.updateJoinPayload({ config: { broadcast: { self: true } } })
    lose()
    await eventually(() => expect(sockets).toHaveLength(2))
    await eventually(() => expect(channel.state).toBe('joined'))
    await channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })
    await eventually(() => expect(payloads()).toEqual([{ n: 1 }]))
    disconnect(client)
  })

  test('a channel receives broadcasts through event listeners that were copied from another channel', async () => {
    const topic = newTopic()
    const client = await connect(target)
    const pattern = client.channel(newTopic())
    const received = vi.fn<(message: unknown) => void>()
    pattern.on('broadcast', { event: 'e' }, received)
    const channel = client.channel(topic, { config: { broadcast: { self: true } } })
    channel.copyBindings(pattern)
    await joined(channel)
    await channel.send({ type: 'broadcast', event: 'e', payload: {} })
    await eventually(() => expect(received).toHaveBeenCalled())
    disconnect(client)
  })
})
