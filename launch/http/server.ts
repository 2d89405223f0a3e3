import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { StartProblem } from '#launch/problem.ts'
import { compressed } from './compress.ts'

/** What one server on one port answers with. */
export interface ServerOptions {
  port: number
  /** Address to listen on; all of them when missing. */
  host?: string
  fetch(request: Request): Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

const DRAIN_LIMIT_MS = 5_000

/**
 * Answers HTTP on a port.
 *
 * @returns the server, and a function that lets requests under way finish for at most 5 s.
 * @throws StartProblem when the port is taken or not allowed.
 */
export async function serve(
  options: ServerOptions,
): Promise<{ server: Server; close(): Promise<void> }> {
  const answer = getRequestListener(async (request) =>
    compressed(request, await options.fetch(request)),
  )
  const server = createServer((request, response) => void answer(request, response))
  server.on('upgrade', options.upgrade)
  await listen(server, options)
  return { server, close: () => drain(server) }
}

/** Makes a server listen. Throws StartProblem when the port is taken or not allowed. */
export function listen(
  server: Server,
  { port, host }: { port: number; host?: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new StartProblem(
            `Port ${port} is in use: stop what listens there, or set PORT to another.`,
          ),
        )
      else reject(new StartProblem(`Cannot listen on port ${port}: ${error.message}`))
    })
    server.listen({ port, host }, () => resolve())
  })
}

/** Closes a server: no new connections, idle ones dropped, busy ones given 5 s. */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  await closed
  clearTimeout(limit)
}
