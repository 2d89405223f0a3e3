import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely, type ConnectionOptions } from 'node:tls'
import postgres from 'postgres'
import { MessageWriter } from './message-writer.ts'

type ParsedOptions = {
  host: string[]
  port: number[]
  path: string | false | undefined
  user: string
  pass: string | null
  database: string
  ssl: boolean | string | ConnectionOptions | undefined
}

export type WireAddress = ReturnType<typeof addressOf>

export function addressOf(url: string) {
  const { host, port, path, user, pass, database, ssl } = postgres(url)
    .options as unknown as ParsedOptions
  return {
    host: host[0] ?? 'localhost',
    port: port[0] ?? 5432,
    /** Path of a Unix socket, which is used instead of host and port. */
    path: path || undefined,
    user,
    password: pass ?? '',
    database,
    ssl,
  }
}

/**
 * Opens a socket, with TLS if the address requires or prefers it. Each step times out after 10 s.
 */
export async function openSocket(address: WireAddress): Promise<Socket> {
  const { host, port, path, ssl } = address
  const socket = path ? connect(path) : connect(port, host)
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 60_000)
  await firstEvent(socket, 'connect')
  if (!ssl || path) return socket

  socket.write(new MessageWriter().sslRequest().take())
  const [reply] = (await firstEvent(socket, 'data')) as [Buffer]
  if (reply.toString('latin1') !== 'S') {
    if (ssl === 'prefer' || ssl === 'allow') return socket
    socket.destroy()
    throw new Error('The database does not support TLS')
  }
  const isLenient = ssl === 'require' || ssl === 'prefer' || ssl === 'allow'
  const secure = connectSecurely({
    socket,
    ...(isIP(host) ? {} : { servername: host }),
    rejectUnauthorized: !isLenient,
    ...(typeof ssl === 'object' ? ssl : {}),
  })
  await firstEvent(secure, 'secureConnect')
  return secure
}

/** Resolves when a socket emits `event`. Rejects when the socket fails, or after 10 s. */
function firstEvent(socket: Socket, event: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy()
      fail(Object.assign(new Error('The database did not respond'), { code: 'CONNECT_TIMEOUT' }))
    }, 10_000)
    const done = (...values: unknown[]) => {
      cleanup()
      resolve(values)
    }
    const fail = (error?: Error) => {
      cleanup()
      reject(error instanceof Error ? error : new Error('The database closed the connection'))
    }
    const cleanup = () => {
      clearTimeout(timer)
      socket.off(event, done).off('error', fail).off('close', fail)
    }
    socket.once(event, done).once('error', fail).once('close', fail)
  })
}
