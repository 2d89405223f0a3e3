import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthContext } from './context.ts'
import type { FlowStateRow } from './flow-states.ts'
import { isLoopback } from './redirects.ts'

/** Seconds a person has to come back from the provider. */
export const flowLifetime = 600

/**
 * The cookie that ties a flow to the browser it was begun in, so that nobody can have somebody else's
 * browser finish it: they would be signed in as a stranger, or a stranger's identity be linked.
 */
export function bindingCookie(context: AuthContext, flowId: string, postsAnswer: boolean): string {
  // A form posted from the provider's site takes along only what may cross sites, and that has to be secure.
  const sameSite = postsAnswer ? 'SameSite=None; Secure' : 'SameSite=Lax'
  const secure = isHttps(context) && !postsAnswer ? '; Secure' : ''
  const value = bindingOf(context, flowId)
  return `${nameOf(context, flowId)}=${value}; Path=/; Max-Age=${flowLifetime}; HttpOnly; ${sameSite}${secure}`
}

export function clearBindingCookie(context: AuthContext, flowId: string): string {
  return `${nameOf(context, flowId)}=; Path=/; Max-Age=0; HttpOnly${isHttps(context) ? '; Secure' : ''}`
}

/**
 * Whether the browser that comes back may be the one that began. Programs that are no browser have
 * nobody to protect and keep no cookies; and an app on another site, which an operator has allowed by
 * name, begins flows by fetch, from which a browser keeps none.
 */
export function isSameBrowser(
  context: AuthContext,
  headers: Headers,
  flow: Pick<FlowStateRow, 'id' | 'referrer'>,
): boolean {
  if (headers.get('sec-fetch-mode') !== 'navigate') return true
  if (isForeignTarget(context, flow.referrer)) return true
  const given = Buffer.from(cookieOf(headers, nameOf(context, flow.id)))
  const expected = Buffer.from(bindingOf(context, flow.id))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function isForeignTarget(context: AuthContext, target: string | null): boolean {
  if (!target) return false
  const { origin, hostname } = new URL(target)
  return origin !== new URL(context.siteUrl).origin && !isLoopback(hostname)
}

function bindingOf(context: AuthContext, flowId: string): string {
  return createHmac('sha256', context.jwtSecret)
    .update(`browser of flow ${flowId}`)
    .digest('base64url')
}

/** One for each flow, so that two tabs may sign in at once; with the prefix no neighbour's site can plant it. */
function nameOf(context: AuthContext, flowId: string): string {
  return `${isHttps(context) ? '__Host-' : ''}sb-flow-${flowId.slice(0, 8)}`
}

function isHttps(context: AuthContext): boolean {
  return context.siteUrl.startsWith('https:')
}

function cookieOf(headers: Headers, name: string): string {
  const pairs = (headers.get('cookie') ?? '').split(/;\s*/)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

/** Where a browser is sent, and the cookie that goes with it. */
export type AuthorizationRedirect = { url: string; cookie: string }
