import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely, type ConnectionOptions } from 'node:tls'
import { MessageWriter } from './messages.ts'

/** Where a server listens and who asks. */
export type WireAddress = {
  host: string
  port: number
  /** Path of a Unix socket, instead of host and port. */
  path: string | undefined
  user: string
  password: string
  database: string
  /** false, 'require', 'prefer', 'verify-full' or options of TLS, as postgres.js reads its URL. */
  ssl: boolean | string | ConnectionOptions | undefined
}

/** Opens a socket to a server, with TLS where the address wants it. Times out after 10 s. */
export async function openSocket(address: WireAddress): Promise<Socket> {
  const { host, port, path, ssl } = address
  const socket = path ? connect(path) : connect(port, host)
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 60_000)
  await settled(socket, 'connect')
  if (!ssl || path) return socket

  socket.write(new MessageWriter().sslRequest().take())
  const [answer] = (await settled(socket, 'data')) as [Buffer]
  if (answer.toString('latin1') !== 'S') {
    if (ssl === 'prefer' || ssl === 'allow') return socket
    socket.destroy()
    throw new Error('The database does not offer TLS')
  }
  const isLenient = ssl === 'require' || ssl === 'prefer' || ssl === 'allow'
  const secure = connectSecurely({
    socket,
    ...(isIP(host) ? {} : { servername: host }),
    rejectUnauthorized: !isLenient,
    ...(typeof ssl === 'object' ? ssl : {}),
  })
  await settled(secure, 'secureConnect')
  return secure
}

/** The first `event` of a socket; its failure, its end or 10 s of silence before that reject. */
function settled(socket: Socket, event: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy()
      fail(Object.assign(new Error('The database does not answer'), { code: 'CONNECT_TIMEOUT' }))
    }, 10_000)
    const done = (...values: unknown[]) => {
      leave()
      resolve(values)
    }
    const fail = (error?: Error) => {
      leave()
      reject(error instanceof Error ? error : new Error('The database closed the connection'))
    }
    const leave = () => {
      clearTimeout(timer)
      socket.off(event, done).off('error', fail).off('close', fail)
    }
    socket.once(event, done).once('error', fail).once('close', fail)
  })
}
