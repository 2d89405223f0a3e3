import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthContext } from './context.ts'
import type { FlowStateRow } from './flow-states.ts'
import { isLoopback } from './redirects.ts'

/** Seconds until a flow at an identity provider expires. */
export const flowLifetime = 600

/**
 * Returns the cookie that binds a flow to the browser that started it. Without it an attacker could
 * make another browser finish the attacker's flow (login CSRF).
 */
export function bindingCookie(context: AuthContext, flowId: string, postsAnswer: boolean): string {
  // A cross-site POST only carries SameSite=None cookies, which must be Secure.
  const sameSite = postsAnswer ? 'SameSite=None; Secure' : 'SameSite=Lax'
  const secure = isHttps(context) && !postsAnswer ? '; Secure' : ''
  const value = bindingOf(context, flowId)
  return `${nameOf(context, flowId)}=${value}; Path=/; Max-Age=${flowLifetime}; HttpOnly; ${sameSite}${secure}`
}

export function clearBindingCookie(context: AuthContext, flowId: string): string {
  return `${nameOf(context, flowId)}=; Path=/; Max-Age=0; HttpOnly${isHttps(context) ? '; Secure' : ''}`
}

/**
 * Whether the returning browser may be the one that started the flow. Clients that are not browsers
 * have no cookies. A client on an allowed foreign origin starts flows by fetch, which stores no
 * cookie.
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

/**
 * One cookie per flow, so that two tabs can sign in at once. The `__Host-` prefix stops other
 * subdomains from setting it.
 */
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

/** Target of the redirect, and the cookie set with it. */
export type AuthorizationRedirect = { url: string; cookie: string }
