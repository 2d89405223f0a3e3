import {
  RealtimeClient,
  type RealtimeChannel,
  type RealtimeChannelOptions,
} from '@supabase/realtime-js'
import { expect, vi } from 'vitest'
import { Tokens } from '#backend/platform/jwt.ts'
import type { Target } from '../target.ts'

export type Version = '1.0.0' | '2.0.0'

type Server = Pick<Target, 'url' | 'anonKey'>

export async function connect(
  server: Server,
  options: { version?: Version; token?: string; key?: string } = {},
): Promise<RealtimeClient> {
  const client = new RealtimeClient(`${server.url}/realtime/v1`, {
    params: { apikey: options.key ?? server.anonKey },
    vsn: options.version ?? '2.0.0',
    logger: () => {},
  })
  if (options.token) await client.setAuth(options.token)
  return client
}

/**
 * Polls until `check` passes, for longer than Vitest's `expect.poll`, because machines may be busy.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 45_000, interval: 20 })
}

/** Joins the channel. Throws the server's error. After a timeout, the client joins again. */
export function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel)
      if (status === 'CHANNEL_ERROR') reject(error ?? new Error(status))
    })
  })
}

export async function listen(
  client: RealtimeClient,
  topic: string,
  config: RealtimeChannelOptions['config'] = {},
) {
  const channel = client.channel(topic, { config })
  const received: {
    event: string
    payload?: unknown
    meta?: { id: string; replayed?: boolean }
  }[] = []
  channel.on('broadcast', { event: '*' }, (message) => received.push(message))
  const systems: { status: string; message: string }[] = []
  channel.on('system', {}, (message) => systems.push(message))
  await joined(channel)
  return { channel, received, systems, payloads: () => received.map(({ payload }) => payload) }
}

/**
 * Waits until the server receives messages that are sent in SQL. Receiving them may start only
 * after the first join.
 */
export async function hearsOthers(target: Target): Promise<void> {
  if (!target.sql) return
  const { sql } = target
  const client = await connect(target)
  const topic = newTopic()
  const { received } = await listen(client, topic)
  await eventually(async () => {
    await sql.unsafe(`select realtime.send('{}', 'e', $1, false)`, [topic])
    expect(received).not.toEqual([])
  })
  disconnect(client)
}

export function tokenOf(target: Target, claims: Record<string, unknown> = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 600
  return new Tokens(target.jwtSecret).sign({
    role: 'authenticated',
    sub: crypto.randomUUID(),
    exp,
    ...claims,
  })
}

export function newTopic(): string {
  return `room-${crypto.randomUUID()}`
}

/** Disconnects clients without waiting for replies to their leave messages. */
export function disconnect(...clients: RealtimeClient[]): void {
  for (const client of clients) void client.disconnect()
}

export function post(
  server: Server,
  path: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'Content-Type': 'application/json', ...headers },
    body,
  })
}
