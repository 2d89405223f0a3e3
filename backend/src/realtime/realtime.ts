import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Context } from '#backend/context.ts'
import { json } from '#backend/platform/http.ts'
import { Changes } from './changes/changes.ts'
import { Connection } from './connection.ts'
import { createHub } from './create-hub.ts'
import { withEndedSessions } from './ended-sessions.ts'
import { readHandshake, refuseHandshake, type Handshake } from './handshake.ts'
import { createHttpApi } from './http-api.ts'
import { failChannel, shutDown } from './leave-channel.ts'
import { Rate } from './rate.ts'
import { Refusal } from './refusal.ts'
import { ConnectionServer } from './serve-connection.ts'

export type Realtime = {
  app: Hono
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  start(): Promise<void>
  close(): Promise<void>
}

const beatMs = 1_000
const renewalMs = 10_000
/** Opening it anew waits for transactions under way, so it is not closed for every pause. */
const idleMs = 60_000
const tidyMs = 3_600_000
/** What a frame holds beside the payload of a broadcast. */
const frameRoomBytes = 64 * 1024

/** Broadcast, presence and live changes over WebSockets, as Supabase Realtime speaks them. */
export function createRealtime(context: Context): Realtime {
  const { config, database, keys, log } = context
  const limits = config.realtime
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.maxPayloadBytes + frameRoomBytes,
  })

  const changes = new Changes(context, {
    onMessage: (prefix, content) => {
      if (prefix === 'realtime') hub.bus.receive(content)
    },
    onGap: () => hub.bus.interrupted(),
    fail: (channel) => failChannel(hub, channel),
  })
  const hub = createHub(context, changes.feed, changes)

  const allChannels = () => [...connections].flatMap(({ channels }) => [...channels.values()])

  const beat = () => {
    const now = new Date()
    for (const connection of connections) {
      if (connection.isSilent(now.getTime())) connection.terminate()
    }
    for (const channel of allChannels()) {
      if (channel.hasExpired(now)) channel.connection.expire(channel)
    }
    hub.presenceSync.sweep()
    // Whoever could not be heard at first is tried again; why they were not is noted elsewhere.
    if (connections.size > 0) hub.open().catch(() => {})
  }

  let usedAt = Date.now()
  const sweep = async () => {
    if (connections.size > 0) usedAt = Date.now()
    // Nobody listens: let the replication slot go, so that the database keeps no log for us.
    else if (Date.now() - usedAt > idleMs) return hub.rest(() => changes.rest())
    for (const channel of await withEndedSessions(database.owner, allChannels())) {
      shutDown(hub, channel, 'The session of this access token has ended')
    }
  }

  const timers: NodeJS.Timeout[] = []
  const every = (ms: number, work: () => Promise<void> | void) => {
    const run = async () => work()
    const safely = () =>
      run().catch((error: unknown) => log.error('realtime could not look after itself', error))
    timers.push(setInterval(() => void safely(), ms).unref())
  }

  function connect(webSocket: WebSocket, transport: Duplex, handshake: Handshake): void {
    const bytes = limits.maxClientBytesPerSecond
    const rates = {
      // Heartbeats, tokens and leaves besides.
      frames: new Rate(2 * limits.maxClientEventsPerSecond),
      events: new Rate(limits.maxClientEventsPerSecond),
      bytes: new Rate(bytes, Math.max(bytes, 2 * limits.maxPayloadBytes)),
      joins: new Rate(limits.maxChannelsPerClient),
    }
    const connection = new Connection({ socket: webSocket, transport, ...handshake, rates })
    connections.add(connection)
    webSocket.on('close', () => connections.delete(connection))
    connection.listen(new ConnectionServer(hub, connection))
    // Joins wait for this; who joins soon finds it done.
    hub.open().catch((error: unknown) => log.error('other processes are not heard', error))
  }

  const app = new Hono()
  app.get('/websocket', () =>
    json({ error: 'Expected a WebSocket upgrade' }, 426, { Upgrade: 'websocket' }),
  )
  app.route('/', createHttpApi(hub))

  return {
    app,
    upgrade(request, socket, head) {
      // Whoever goes away while their key is looked at is no news.
      socket.on('error', () => {})
      if (connections.size >= limits.maxConcurrentUsers) {
        return refuseHandshake(socket, 503, 'ConnectionRateLimitReached: Too many connected users')
      }
      readHandshake(hub, request).then(
        (handshake) => {
          if (socket.destroyed) return
          sockets.handleUpgrade(request, socket, head, (webSocket) =>
            connect(webSocket, socket, handshake),
          )
        },
        (error: unknown) => {
          if (error instanceof Refusal) return refuseHandshake(socket, 401, error.message)
          log.error('a handshake could not be read', error)
          refuseHandshake(socket, 503, 'The database does not answer')
        },
      )
    },
    start: async () => {
      changes.start()
      every(beatMs, beat)
      every(limits.sweepMs, sweep)
      every(renewalMs, () => keys.ready())
      every(tidyMs, () => hub.stored.tidy())
      await hub.stored.tidy()
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      for (const connection of connections) connection.terminate()
      sockets.close()
      await hub.presenceSync.leave()
      await hub.bus.close()
      await changes.close()
    },
  }
}
