import type { MiddlewareHandler } from 'hono'
import type { AuthWorld } from '#backend/auth/world.ts'
import { deviceCookie } from './device-cookie.ts'
import { TooManyError } from './too-many.ts'

/**
 * How every answer travels: nobody keeps a copy of what may hold tokens (what may be kept says so
 * itself), nor takes what somebody calls themselves for a page, a refusal says when to come again, and a browser in which somebody has signed in gets the
 * mark it is known by from then on.
 */
export function sealed(world: AuthWorld): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    headers.set('X-Content-Type-Options', 'nosniff')
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store')
    if (c.error instanceof TooManyError) headers.set('Retry-After', String(c.error.seconds))
    const cookie = deviceCookie(world, c.req.raw.headers)
    if (cookie) headers.append('Set-Cookie', cookie)
  }
}
