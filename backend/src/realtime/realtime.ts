import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Context } from '#backend/context.ts'
import { bearerToken } from '#backend/platform/caller.ts'
import { json } from '#backend/platform/http.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import { createPostgresChanges } from './changes/postgres-changes.ts'
import { Connection, type Channel, type Handshake } from './connection.ts'
import { createHttpApi } from './http-api.ts'
import { createHub, type Hub } from './hub.ts'
import { failChannel, shutDown } from './leave-channel.ts'
import { SocketCounts } from './socket-counts.ts'
import { TokenBucket } from './token-bucket.ts'
import { callerOf } from './tokens.ts'
import { RealtimeError } from './realtime-error.ts'
import { ConnectionHandler } from './connection-handler.ts'
import type { Queryable } from '#backend/platform/database.ts'

export type Realtime = ReturnType<typeof createRealtime>

const heartbeatMs = 1_000
const keyRefreshMs = 10_000
/** Time in milliseconds for which the change feed stays open after the last client has left. */
const idleMs = 60_000
const retentionIntervalMs = 3_600_000
/** Maximum size in bytes of a frame without its broadcast payload. */
const frameOverheadBytes = 64 * 1024

export function createRealtime(context: Context) {
  const { config, database, keys, log } = context
  const limits = config.realtime
  const connections = new Set<Connection>()
  const socketCounts = new SocketCounts(limits.maxConnectionsPerAddress)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.maxPayloadBytes + frameOverheadBytes,
  })

  const changes = createPostgresChanges(context, {
    onMessage: (prefix, content) => {
      if (prefix === 'realtime') hub.bus.receive(content)
    },
    onGap: () => hub.bus.onLogGap(),
    failChannel: (channel) => failChannel(hub, channel),
  })
  const hub = createHub(context, changes)

  const allChannels = () => [...connections].flatMap(({ channels }) => [...channels.values()])

  const heartbeat = () => {
    const now = new Date()
    for (const connection of connections) {
      if (connection.isIdle(now.getTime())) connection.terminate()
    }
    for (const channel of allChannels()) {
      if (channel.hasExpired(now)) channel.connection.expire(channel)
    }
    hub.presenceSync.heartbeat()
    // Opens the message bus if opening it failed before. The failure has already been logged.
    if (connections.size > 0) hub.open().catch(() => {})
  }

  let usedAt = Date.now()
  const cleanUp = async () => {
    if (connections.size > 0) usedAt = Date.now()
    // Closes the replication slot when no client is left, because PostgreSQL retains WAL for the
    // slot.
    else if (Date.now() - usedAt > idleMs) return hub.suspend()
    for (const channel of await withEndedSession(database.owner, allChannels())) {
      shutDown(hub, channel, 'The session of this access token has ended')
    }
  }

  const timers: NodeJS.Timeout[] = []
  const every = (ms: number, work: () => Promise<void> | void) => {
    const run = async () => work()
    const safely = () =>
      run().catch((error: unknown) =>
        log.error('a periodic task of realtime failed; it runs again', error),
      )
    timers.push(setInterval(() => void safely(), ms).unref())
  }

  function connect(webSocket: WebSocket, transport: Duplex, handshake: Handshake): void {
    const bytes = limits.maxClientBytesPerSecond
    const rates = {
      // Allows twice as many frames as events, because heartbeats, token refreshes and leaves are
      // frames too.
      frames: new TokenBucket(2 * limits.maxClientEventsPerSecond),
      events: new TokenBucket(limits.maxClientEventsPerSecond),
      bytes: new TokenBucket(bytes, Math.max(bytes, 2 * limits.maxPayloadBytes)),
      joins: new TokenBucket(limits.maxChannelsPerClient),
    }
    const connection = new Connection({ socket: webSocket, transport, ...handshake, rates })
    connections.add(connection)
    webSocket.on('close', () => connections.delete(connection))
    connection.listen(new ConnectionHandler(hub, connection))
    // Opens the message bus now, because the client's joins wait for it.
    hub.open().catch((error: unknown) => log.error('failed to connect to other processes', error))
  }

  const app = new Hono()
  app.get('/websocket', () =>
    json({ error: 'Expected a WebSocket upgrade' }, 426, { Upgrade: 'websocket' }),
  )
  app.route('/', createHttpApi(hub))

  return {
    app,
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      // Ignores socket errors, because a client may disconnect during authentication.
      socket.on('error', () => {})
      if (connections.size >= limits.maxConcurrentUsers) {
        return refuseHandshake(socket, 503, 'ConnectionRateLimitReached: Too many connected users')
      }
      if (!socketCounts.admit(request, socket)) {
        const message = 'Too many connections from this address'
        return refuseHandshake(socket, 429, `ConnectionRateLimitReached: ${message}`)
      }
      readHandshake(hub, request).then(
        (handshake) => {
          if (socket.destroyed) return
          sockets.handleUpgrade(request, socket, head, (webSocket) =>
            connect(webSocket, socket, handshake),
          )
        },
        (error: unknown) => {
          if (error instanceof RealtimeError) return refuseHandshake(socket, 401, error.message)
          log.error('failed to authenticate a WebSocket handshake', error)
          refuseHandshake(socket, 503, 'The database does not answer')
        },
      )
    },
    start: async (): Promise<void> => {
      for (const { ms, work } of changes.maintenance) every(ms, work)
      every(heartbeatMs, heartbeat)
      every(limits.sweepMs, cleanUp)
      every(keyRefreshMs, () => keys.ready())
      every(retentionIntervalMs, () => hub.stored.maintainPartitions())
      await hub.stored.maintainPartitions()
    },
    close: async (): Promise<void> => {
      for (const timer of timers) clearInterval(timer)
      for (const connection of connections) connection.terminate()
      sockets.close()
      await hub.presenceSync.announceStop()
      await hub.bus.close()
      await changes.close()
    },
  }
}

/** Authenticates a handshake by the API key in its URL or headers. Throws RealtimeError. */
async function readHandshake(hub: Hub, request: IncomingMessage): Promise<Handshake> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const headers = new Headers()
  if (request.headers.authorization) headers.set('authorization', request.headers.authorization)
  const key = searchParams.get('apikey') || request.headers['apikey'] || bearerToken(headers)
  if (typeof key !== 'string') throw new RealtimeError('MissingAPIKey', 'Missing API key')
  return {
    caller: await callerOf(hub, key),
    version: searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0',
    userAgent: request.headers['user-agent'] ?? '',
  }
}

const statusTexts = { 401: 'Unauthorized', 429: 'Too Many Requests', 503: 'Service Unavailable' }

function refuseHandshake(socket: Duplex, status: keyof typeof statusTexts, error: string): void {
  const body = JSON.stringify({ error })
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status]}\r\nContent-Type: application/json\r\n` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** Returns the channels whose session has ended, such as after a sign-out or a ban. */
async function withEndedSession(sql: Queryable, channels: readonly Channel[]): Promise<Channel[]> {
  const bySession = Map.groupBy(channels, sessionOf)
  bySession.delete(null)
  if (bySession.size === 0) return []
  const live = await sql<{ id: string }[]>`
    select id from auth.sessions
    where id = any (${`{${[...bySession.keys()].join(',')}}`}::text::uuid[])
      and (not_after is null or not_after > now())`
  for (const { id } of live) bySession.delete(id)
  return [...bySession.values()].flat()
}

/** Returns the session id in a channel's token, or null for API keys and service tokens. */
function sessionOf({ caller }: Channel): string | null {
  const id = caller.claims['session_id']
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null
}
