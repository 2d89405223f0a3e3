import { decodeJwt } from 'jose'
import type { Log } from '@hourspace/backend/platform/log.ts'
import { requestIdHeader } from './http/request-id.ts'
import { realtimeSockets, requestSeconds } from './metrics.ts'
import type { Monitoring } from './monitoring.ts'

/** Paths of probes, which are not logged because they are frequent. */
const unloggedPaths = new Set(['/healthz', '/readyz', '/metrics'])

/** Maximum number of routes with their own metrics, because clients can request any path. */
const maxRoutes = 500

export function observing(monitoring: Monitoring, log: Log): Monitoring {
  const routes = new Set<string>()
  const labelOf = (route: string) => {
    if (routes.size < maxRoutes) routes.add(route)
    return routes.has(route) ? route : 'other'
  }
  return {
    ...monitoring,
    countSocket: (socket) => {
      realtimeSockets.inc()
      socket.once('close', () => realtimeSockets.dec())
    },
    traced: (handler, nameOf) => {
      const call = monitoring.traced(handler, nameOf)
      return async (request) => {
        const startedAt = performance.now()
        const response = await call(request)
        const ms = performance.now() - startedAt
        const { pathname } = new URL(request.url)
        const route = nameOf(pathname)
        const { method } = request
        const { status } = response
        const label = status === 404 ? 'not found' : labelOf(route)
        requestSeconds.observe({ method, route: label, status }, ms / 1000)
        if (!unloggedPaths.has(pathname))
          log.info('request', {
            requestId: request.headers.get(requestIdHeader) ?? undefined,
            userId: status === 401 ? undefined : userIdOf(request),
            method,
            route,
            status,
            ms: Math.round(ms),
          })
        return response
      }
    },
  }
}

/** Returns the user id of the access token. Does not verify the token. */
function userIdOf(request: Request): string | undefined {
  const [, token] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (!token) return undefined
  try {
    return decodeJwt(token).sub
  } catch {
    return undefined
  }
}
