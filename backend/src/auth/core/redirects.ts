import { isIP } from 'node:net'
import type { AuthConfig } from '#backend/config/auth-config.ts'

type RedirectSettings = {
  siteUrl: string
  settings: Pick<AuthConfig, 'loopbackRedirects' | 'redirectUrls'>
}

/**
 * Returns the requested redirect target if it is on the site, the allow list or (with
 * `loopbackRedirects`) a loopback address. Otherwise returns the site URL instead of an error, so
 * that clients cannot probe the allow list.
 */
export function safeRedirect(
  { siteUrl, settings }: RedirectSettings,
  requested: string | null | undefined,
): string {
  const url = parse(requested)
  const site = new URL(siteUrl)
  if (!url) return siteUrl
  if (url.origin === site.origin) return url.href
  if (settings.loopbackRedirects && isLoopback(url.hostname)) return url.href
  // A redirect URL without a path matches an allow list entry with or without a trailing slash.
  const target = (url.origin + url.pathname).replace(/(?<=[^/]\/\/[^/]*)\/$/, '')
  return settings.redirectUrls.some((pattern) => {
    const glob = globOf(pattern)
    return glob.test(target) || glob.test(`${target}/`)
  })
    ? url.href
    : siteUrl
}

/**
 * Parses an absolute http(s) URL. Returns null for any other text, and for a URL with a user name
 * or password, which could disguise the host.
 */
function parse(requested: string | null | undefined): URL | null {
  // Rejects backslashes, white space and control characters, which browsers and servers parse
  // differently.
  if (!requested || /[\\\s\p{Cc}]/u.test(requested) || !URL.canParse(requested)) return null
  const url = new URL(requested)
  const isPlain = !url.username && !url.password
  return isPlain && /^https?:$/.test(url.protocol) ? url : null
}

/**
 * Whether a host is a loopback IP address. Returns false for every host name, even localhost,
 * because a host name can resolve to any address.
 */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/**
 * Converts an entry of Supabase's redirect allow list to a RegExp. `*` and `?` match any character
 * except `.` and `/`. `**` matches these characters too, except `/` in the host. Unlike in
 * Supabase, a wildcard directly after the host name matches only the path.
 */
function globOf(pattern: string): RegExp {
  const parts = /^([^/]*:\/\/)([^/]*)(.*)$/.exec(pattern)
  const [, scheme = '', authority = '', path = ''] = parts ?? []
  if (!scheme) return new RegExp(`^${regExpOf(pattern, '.*')}$`)
  const host = authority.replace(/(?<=^[^:]*\w)\*+$/, '')
  const rest = authority.slice(host.length) + path
  return new RegExp(
    `^${regExpOf(scheme, '')}${regExpOf(host, '[^/]*')}(?=/|$)${regExpOf(rest, '.*')}$`,
  )
}

function regExpOf(glob: string, anything: string): string {
  return glob.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) => {
    if (part === '**') return anything
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    return `\\${part}`
  })
}

/**
 * Returns the requested redirect URL: the query parameter `redirect_to`, else the header
 * `redirect_to`, else the Referer.
 */
export function requestedRedirect(request: Request): string | null {
  return (
    new URL(request.url).searchParams.get('redirect_to') ??
    request.headers.get('redirect_to') ??
    request.headers.get('referer')
  )
}
