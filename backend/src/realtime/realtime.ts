import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import { WebSocketServer } from 'ws'
import type { Context } from '#backend/context.ts'
import { bearerToken, callerOfToken, type Caller } from '#backend/platform/caller.ts'
import { json } from '#backend/platform/http.ts'
import { ChangeFeed } from './changes/change-feed.ts'
import { Connection } from './connection.ts'
import { deliverChange } from './changes/deliver-change.ts'
import { ReadableRows } from './changes/readable-rows.ts'

export type Realtime = {
  app: Hono
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  start(): Promise<void>
  close(): Promise<void>
}

const sweepMs = 10_000
const maximumMessageBytes = 256 * 1024

/** Live changes over WebSockets, as Supabase Realtime speaks them. */
export function createRealtime({ config, database, tokens, keys, log }: Context): Realtime {
  const connections = new Set<Connection>()
  const rows = new ReadableRows(database)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maximumMessageBytes })

  let delivered = Promise.resolve()
  const feed = new ChangeFeed(config.databaseUrl, log, {
    onChanges: (changes) => {
      for (const change of changes) {
        delivered = delivered
          .then(() => deliverChange(change, connections, rows))
          .catch((error: unknown) => log.error('a change could not be delivered', error))
      }
    },
    onMessage: () => {},
    onGap: () => {
      rows.forget()
      for (const connection of connections) {
        for (const channel of connection.channels.values()) {
          if (channel.subscriptions.list.length > 0) connection.fail(channel)
        }
      }
    },
  })

  // Tokens that come as messages are verified without waiting.
  const renewKeys = () =>
    keys.ready().catch((error: unknown) => log.error('the signing keys could not be read', error))

  const sweep = () => {
    void renewKeys()
    const now = Date.now()
    for (const connection of connections) if (connection.isSilent(now)) connection.terminate()
    // Nobody listens: let the replication slot go, so that the database keeps no log for us.
    if (connections.size === 0) void feed.close()
  }
  let sweeper: NodeJS.Timeout | undefined

  const app = new Hono()
  app.get('/websocket', () =>
    json({ error: 'Expected a WebSocket upgrade' }, 426, { Upgrade: 'websocket' }),
  )

  return {
    app,
    upgrade(request, socket, head) {
      const url = new URL(request.url ?? '/', 'http://localhost')
      let caller: Caller
      try {
        caller = callerOfHandshake(request, url)
      } catch (error) {
        return refuse(socket, (error as Error).message)
      }
      const version = url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0'
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = new Connection({
          socket: webSocket,
          version,
          tokens,
          caller,
          openFeed: () => feed.open(),
        })
        connections.add(connection)
        webSocket.on('close', () => connections.delete(connection))
      })
    },
    start: async () => {
      sweeper = setInterval(sweep, sweepMs)
    },
    close: async () => {
      clearInterval(sweeper)
      for (const connection of connections) connection.terminate()
      sockets.close()
      await feed.close()
    },
  }

  function callerOfHandshake(request: IncomingMessage, url: URL): Caller {
    const headers = new Headers()
    if (request.headers.authorization) headers.set('authorization', request.headers.authorization)
    const key = url.searchParams.get('apikey') || request.headers['apikey'] || bearerToken(headers)
    if (typeof key !== 'string') throw new Error('Missing API key')
    return callerOfToken(key, tokens)
  }
}

/** Answers a handshake that does not become a WebSocket. */
function refuse(socket: Duplex, error: string): void {
  const body = JSON.stringify({ error })
  socket.end(
    `HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
