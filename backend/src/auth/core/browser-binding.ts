import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthContext } from './context.ts'
import type { FlowStateRow } from './flow-states.ts'
import { isLoopback } from './redirects.ts'

/** Lifetime in seconds of a sign-in flow at an identity provider. */
export const flowLifetime = 600

/**
 * Returns the cookie that binds a sign-in flow to the browser that started it. The cookie prevents
 * login CSRF, in which an attacker makes another browser finish the attacker's flow.
 */
export function bindingCookie(context: AuthContext, flowId: string, usesFormPost: boolean): string {
  // Only a cookie with SameSite=None is sent with a cross-site POST. SameSite=None requires Secure.
  const sameSite = usesFormPost ? 'SameSite=None; Secure' : 'SameSite=Lax'
  const secure = isHttps(context) && !usesFormPost ? '; Secure' : ''
  const value = bindingOf(context.serverSecret, flowId)
  return `${nameOf(context, flowId)}=${value}; Path=/; Max-Age=${flowLifetime}; HttpOnly; ${sameSite}${secure}`
}

export function clearBindingCookie(context: AuthContext, flowId: string): string {
  return `${nameOf(context, flowId)}=; Path=/; Max-Age=0; HttpOnly${isHttps(context) ? '; Secure' : ''}`
}

/**
 * Returns whether this browser may have started the sign-in flow. Checks the cookie only for
 * browser navigations (`Sec-Fetch-Mode`). Does not check the cookie of a flow that returns to
 * another allowed origin: that origin starts the flow with fetch, which sets no cookie.
 */
export function isSameBrowser(
  context: AuthContext,
  headers: Headers,
  flow: Pick<FlowStateRow, 'id' | 'referrer'>,
): boolean {
  if (headers.get('sec-fetch-mode') !== 'navigate') return true
  if (isForeignTarget(context, flow.referrer)) return true
  const given = Buffer.from(cookieOf(headers, nameOf(context, flow.id)))
  return context.secrets.some((secret) => {
    const expected = Buffer.from(bindingOf(secret, flow.id))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function isForeignTarget(context: AuthContext, target: string | null): boolean {
  if (!target) return false
  const { origin, hostname } = new URL(target)
  return origin !== new URL(context.siteUrl).origin && !isLoopback(hostname)
}

function bindingOf(secret: string, flowId: string): string {
  return createHmac('sha256', secret).update(`browser of flow ${flowId}`).digest('base64url')
}

/**
 * Each sign-in flow has its own cookie, so that a user can sign in from two tabs at once. The
 * `__Host-` prefix stops other subdomains from setting the cookie.
 */
function nameOf(context: AuthContext, flowId: string): string {
  return `${isHttps(context) ? '__Host-' : ''}sb-flow-${flowId.slice(0, 8)}`
}

export function isHttps(context: AuthContext): boolean {
  return context.siteUrl.startsWith('https:')
}

export function cookieOf(headers: Headers, name: string): string {
  const pairs = (headers.get('cookie') ?? '').split(/;\s*/)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

export type AuthorizationRedirect = { url: string; cookie: string }
