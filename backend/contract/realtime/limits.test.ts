import type { RealtimeClient } from '@supabase/realtime-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { connect, disconnect, eventually, joined, listen, newTopic } from './clients.ts'
import { handshake, openSocket } from './sockets.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget({
    realtime: {
      maxConcurrentUsers: 12,
      maxChannelsPerClient: 3,
      maxBindingsPerClient: 5,
      maxConnectionsPerAddress: 2,
      maxClientEventsPerSecond: 20,
      maxPayloadBytes: 50_000,
      clientPresenceMaxCalls: 3,
    },
  })
})

afterAll(() => target.close())

/** Waits until the server closes the channel. Returns the system messages received until then. */
async function ended({ channel, systems }: Awaited<ReturnType<typeof listen>>) {
  await eventually(() => expect(channel.state).toBe('closed'))
  return systems
}

test.runIf(isOwnTarget)(
  'a join that would exceed the limit of channels per socket is rejected until a channel of the socket leaves',
  async () => {
    const client = await connect(target)
    const channels = [1, 2, 3].map(() => client.channel(newTopic()))
    await Promise.all(channels.map((channel) => joined(channel)))
    await new Promise((resolve) => setTimeout(resolve, 400))
    const rejected = client.channel(newTopic())
    await expect(joined(rejected)).rejects.toThrow('ChannelRateLimitReached: Too many channels')
    // Without this call, the client would try to join the rejected channel again after a second.
    await client.removeChannel(rejected)
    await client.removeChannel(channels[0]!)
    await new Promise((resolve) => setTimeout(resolve, 400))
    await joined(client.channel(newTopic()))
    disconnect(client)
  },
)

const changesOn = (client: RealtimeClient, count: number) => {
  const channel = client.channel(newTopic())
  for (let n = 0; n < count; n += 1) {
    const changes = { event: '*', schema: 'public', table: 'spaces', filter: `id=eq.${n}` } as const
    channel.on('postgres_changes', changes, () => {})
  }
  return channel
}

test.runIf(isOwnTarget)(
  'a join that would exceed the limit of postgres_changes subscriptions per socket is rejected until a channel of the socket leaves',
  async () => {
    const client = await connect(target)
    const first = await joined(changesOn(client, 4))
    const second = changesOn(client, 2)
    await expect(joined(second)).rejects.toThrow(
      'ChannelRateLimitReached: Too many postgres_changes bindings',
    )
    await client.removeChannel(second)
    await client.removeChannel(first)
    await joined(changesOn(client, 5))
    disconnect(client)
  },
)

test.runIf(isOwnTarget)(
  'concurrent joins cannot exceed the limit of postgres_changes subscriptions per socket',
  async () => {
    const client = await connect(target)
    const joins = await Promise.allSettled([3, 3].map((count) => joined(changesOn(client, count))))
    expect(joins.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    disconnect(client)
  },
)

test.runIf(isOwnTarget)(
  'a client address that has reached its socket limit gets status 429, and other addresses can still connect',
  async () => {
    const from = (address: string) => ({ 'X-Forwarded-For': address })
    const query = `apikey=${target.anonKey}`
    // Two addresses of one IPv6 /64 network, which the server counts as one address.
    const [one, two] = [from('2001:db8::1'), from('2001:db8::2')]
    const sockets = [
      await openSocket(target, target.anonKey, one),
      await openSocket(target, target.anonKey, two),
    ]
    expect(await handshake(target, query, one)).toEqual({
      status: 429,
      body: { error: 'ConnectionRateLimitReached: Too many connections from this address' },
    })
    expect(await handshake(target, query, from('203.0.113.7'))).toBeNull()
    for (const { socket } of sockets) socket.close()
    await eventually(async () => expect(await handshake(target, query, one)).toBeNull())
  },
)

test.runIf(isOwnTarget)(
  'the server closes the channel of a client that sends too many messages per second',
  async () => {
    const client = await connect(target)
    const listening = await listen(client, newTopic())
    for (let n = 0; n < 30; n += 1) {
      void listening.channel.send({ type: 'broadcast', event: 'e', payload: { n } })
    }
    expect(await ended(listening)).toMatchObject([
      { extension: 'system', status: 'error', message: 'Too many messages per second' },
    ])
    disconnect(client)
  },
)

test.runIf(isOwnTarget)(
  'a broadcast above the payload limit is rejected, but the channel stays joined',
  async () => {
    const client = await connect(target)
    const { channel } = await listen(client, newTopic(), { broadcast: { ack: true } })
    const large = { type: 'broadcast', event: 'e', payload: { text: 'x'.repeat(60_000) } } as const
    expect(await channel.send(large)).toBe('error')
    expect(await channel.send({ ...large, payload: {} })).toBe('ok')
    disconnect(client)
  },
)

test.runIf(isOwnTarget)(
  'the server closes a socket with code 1009 after a frame far above the size limit',
  async () => {
    const { socket, closed } = await openSocket(target)
    socket.send('x'.repeat(200_000))
    expect(await closed).toBe(1009)
  },
)

test.runIf(isOwnTarget)(
  'the server closes the channel of a client that calls track too often',
  async () => {
    const client = await connect(target)
    const listening = await listen(client, newTopic())
    for (let n = 0; n < 4; n += 1) void listening.channel.track({ n })
    expect(await ended(listening)).toMatchObject([
      { message: 'Client presence rate limit exceeded' },
    ])
    disconnect(client)
  },
)

test.runIf(isOwnTarget)(
  'the server closes a channel whose client tracks a presence state larger than 32 KiB',
  async () => {
    const client = await connect(target)
    const listening = await listen(client, newTopic())
    void listening.channel.track({ text: 'x'.repeat(40_000) })
    expect(await ended(listening)).toMatchObject([{ message: 'Track message size exceeded' }])
    disconnect(client)
  },
)

test.runIf(isOwnTarget)(
  'the server closes a socket with code 1013 after too many joins per second',
  async () => {
    const { send, messages, closed } = await openSocket(target)
    for (let ref = 1; ref <= 6; ref += 1) {
      send({
        topic: 'realtime:again',
        event: 'phx_join',
        payload: {},
        ref: `${ref}`,
        join_ref: `${ref}`,
      })
    }
    expect(await closed).toBe(1013)
    expect(messages.map(({ payload }) => payload['response'])).toContainEqual({
      reason: 'ClientJoinRateLimitReached: Too many joins per second',
    })
  },
)

test.runIf(isOwnTarget)(
  'a process at its connection limit rejects a handshake with 503',
  async () => {
    const sockets: WebSocket[] = []
    const key = `apikey=${target.anonKey}`
    // Sockets of earlier tests may still be open, so the test retries until it has 12 of its own.
    await eventually(async () => {
      while (sockets.length < 12) sockets.push((await openSocket(target)).socket)
      expect(await handshake(target, key)).toEqual({
        status: 503,
        body: { error: 'ConnectionRateLimitReached: Too many connected users' },
      })
    })
    for (const socket of sockets) socket.close()
  },
)
