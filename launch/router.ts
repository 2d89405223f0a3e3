import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Backend } from '@hourspace/backend/main.ts'
import { compress } from './http/compress.ts'
import { limitReads } from './http/limit-reads.ts'
import { backendRoute, type Handler, type Monitoring } from './monitoring.ts'
import type { Services } from './services.ts'

const backendPaths = /^\/(auth|rest|storage|realtime|functions)\/v1(\/|$)|^\/healthz$/

export function isServicePath({ fakes }: Services, pathname: string): boolean {
  return fakes.handles(pathname) || backendPaths.test(pathname)
}

type Routing = {
  renderPage?: Handler | undefined
  operations?: ReadonlyMap<string, Handler>
  maxReads?: number
}

/** Dispatches requests by path. Without a web app, the backend handles all remaining paths. */
export function createRouter(
  { backend, fakes }: Services,
  monitoring: Monitoring,
  { renderPage, operations = new Map(), maxReads = Number.POSITIVE_INFINITY }: Routing = {},
): Handler {
  const callFake = monitoring.traced(fakes.fetch, backendRoute)
  const callBackend = monitoring.traced(backend.fetch, backendRoute)
  const callDataApi = monitoring.traced(limitReads(backend.fetch, maxReads), backendRoute)
  return async (request) => {
    const { pathname } = new URL(request.url)
    const operation = operations.get(pathname)
    if (operation) return operation(request)
    if (fakes.handles(pathname)) return callFake(request)
    if (renderPage && !backendPaths.test(pathname)) return renderPage(request)
    const call = pathname.startsWith('/rest/') ? callDataApi : callBackend
    return compress(request, await call(request))
  }
}

export function createUpgradeHandler(backend: Backend, monitoring: Monitoring) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.url?.startsWith('/realtime/v1/')) {
      monitoring.countSocket(socket)
      backend.upgrade(request, socket, head)
    } else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }
}
