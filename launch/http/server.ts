import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { StartProblem } from '#launch/problem.ts'
import { nameCaller } from './caller.ts'
import { compressed } from './compress.ts'
import { endStalledBody } from './stalled-body.ts'

/** What one server on one port answers with. */
type ServerOptions = {
  /** 0 for one that the system picks. */
  port: number
  /** Address to listen on; all of them when missing. */
  host?: string
  fetch(request: Request): Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** How long a body may stop arriving; 30 s when missing. */
  bodyPatienceMs?: number
}

/** A server that listens. */
export type Listening = {
  port: number
  /** No new connections; WebSockets and idle ones are dropped, busy ones given 5 s. */
  close(): Promise<void>
}

const drainLimitMs = 5_000

/** Answers HTTP on a port. Throws StartProblem when it is taken or not allowed. */
export function serve(options: ServerOptions): Promise<Listening> {
  const answer = getRequestListener(async (request) =>
    compressed(request, await options.fetch(request)),
  )
  // A long upload over a slow line is fine: how long a body may take is judged by how it comes.
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    endStalledBody(request, options.bodyPatienceMs)
    nameCaller(request)
    void answer(request, response)
  })
  server.on('upgrade', options.upgrade)
  return listen(server, options)
}

/** Makes a server listen. Throws StartProblem when the port is taken or not allowed. */
export async function listen(
  server: Server,
  { port, host }: Pick<ServerOptions, 'port' | 'host'>,
): Promise<Listening> {
  // Node forgets a connection once it is upgraded, yet waits for it when closing.
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (_request, socket) => {
    // Node no longer listens for its failure either, and one that nobody hears ends the process.
    socket.on('error', () => socket.destroy())
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portProblem(port, error)))
    server.listen({ port, host }, resolve)
  })
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of upgraded) socket.destroy()
    const limit = setTimeout(() => server.closeAllConnections(), drainLimitMs)
    await closed
    clearTimeout(limit)
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** Finds out early whether a port can be had. Throws StartProblem when not. */
export async function checkPort(options: Pick<ServerOptions, 'port' | 'host'>): Promise<void> {
  const { close } = await listen(createServer(), options)
  await close()
}

function portProblem(port: number, error: NodeJS.ErrnoException): StartProblem {
  if (error.code !== 'EADDRINUSE')
    return new StartProblem(`Cannot listen on PORT ${port}: ${error.message}`)
  return new StartProblem(
    `PORT ${port} is in use: stop what listens there, or set PORT to another.`,
  )
}
