import { randomBytes } from 'node:crypto'
import type { AuthWorld } from '#backend/auth/world.ts'

const lifetimeSeconds = 400 * 86_400

/** Marks given to browsers that had none, until their answer is sent; by the request's headers. */
const fresh = new WeakMap<Headers, string>()

/** The unguessable mark of the browser that asks; null for one that has none. */
export function deviceMark(world: AuthWorld, headers: Headers): string | null {
  const name = `${nameOf(world)}=`
  const pairs = (headers.get('cookie') ?? '').split(/;\s*/)
  const mark = pairs.find((pair) => pair.startsWith(name))?.slice(name.length) ?? ''
  return /^[\w-]{22}$/.test(mark) ? mark : null
}

/** The same, made for a browser that has none: its answer brings it. */
export function markDevice(world: AuthWorld, headers: Headers): string {
  const known = deviceMark(world, headers) ?? fresh.get(headers)
  if (known) return known
  const mark = randomBytes(16).toString('base64url')
  fresh.set(headers, mark)
  return mark
}

/** The cookie for the answer to a request during which a mark was made; null for any other. */
export function deviceCookie(world: AuthWorld, headers: Headers): string | null {
  const mark = fresh.get(headers)
  if (!mark) return null
  const secure = isHttps(world) ? '; Secure' : ''
  return `${nameOf(world)}=${mark}; Path=/auth/v1; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

function nameOf(world: AuthWorld): string {
  return `${isHttps(world) ? '__Secure-' : ''}sb-device`
}

function isHttps(world: AuthWorld): boolean {
  return world.config.siteUrl.startsWith('https:')
}
