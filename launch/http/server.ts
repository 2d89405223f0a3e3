import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { StartupError } from '#launch/startup-error.ts'
import { closeStalledBody, closeStalledResponse } from './body-timeout.ts'
import { proxyNetworks, setClientAddress } from './client-address.ts'
import { setRequestId } from './request-id.ts'
import { defaultTimeouts, type HttpTimeouts, nodeTimeouts } from './timeouts.ts'

type ServerOptions = {
  port: number
  host?: string
  fetch(request: Request): Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  timeouts?: Partial<HttpTimeouts>
  /** Whether the site has a public https URL, so that responses need HSTS. */
  isHttps?: boolean
  trustedProxies?: readonly string[]
}

type RunningServer = {
  port: number
  /** Closes WebSockets and idle connections immediately. Requests in flight get 5 s to finish. */
  close(): Promise<void>
}

const strictTransportSecurity = [
  'Strict-Transport-Security',
  'max-age=31536000; includeSubDomains',
] as const

const drainTimeoutMs = 5_000

/** Starts an HTTP server. Throws StartupError when the port is in use or not allowed. */
export function startServer(options: ServerOptions): Promise<RunningServer> {
  const handle = getRequestListener(options.fetch)
  const proxies = proxyNetworks(options.trustedProxies ?? ['private'])
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const server = createServer(nodeTimeouts(timeouts), (request, response) => {
    closeStalledBody(request, timeouts.bodyMs)
    closeStalledResponse(response, timeouts.bodyMs)
    setClientAddress(request, proxies)
    setRequestId(request, response)
    if (options.isHttps) response.setHeader(...strictTransportSecurity)
    void handle(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    setClientAddress(request, proxies)
    options.upgrade(request, socket, head)
  })
  return listen(server, options)
}

export async function listen(
  server: Server,
  { port, host }: Pick<ServerOptions, 'port' | 'host'>,
): Promise<RunningServer> {
  // Tracks upgraded connections (WebSockets). `server.close()` waits for them but does not close
  // them.
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (_request, socket) => {
    // Handles socket errors, because an unhandled `error` event would end the process.
    socket.on('error', () => socket.destroy())
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError(port, error)))
    server.listen({ port, host }, resolve)
  })
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of upgraded) socket.destroy()
    const limit = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
    await closed
    clearTimeout(limit)
  }
  return { port: (server.address() as AddressInfo).port, close }
}

export async function checkPort(options: Pick<ServerOptions, 'port' | 'host'>): Promise<void> {
  const { close } = await listen(createServer(), options)
  await close()
}

function portError(port: number, error: NodeJS.ErrnoException): StartupError {
  if (error.code !== 'EADDRINUSE')
    return new StartupError(`Cannot listen on PORT ${port}: ${error.message}`)
  return new StartupError(
    `PORT ${port} is in use: stop the program that uses it, or set PORT to another port.`,
  )
}
