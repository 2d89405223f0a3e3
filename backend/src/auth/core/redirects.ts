import { isIP } from 'node:net'
import type { AuthConfig } from '#backend/config/auth-config.ts'

type RedirectSettings = {
  siteUrl: string
  settings: Pick<AuthConfig, 'loopbackRedirects' | 'redirectUrls'>
}

/**
 * Where a flow may lead back to: the address asked for when it is the site's own, on this machine (where
 * `loopbackRedirects` says so), or on the allow list; otherwise the site. Never throws, so that a bad one tells a stranger nothing.
 */
export function safeRedirect(
  { siteUrl, settings }: RedirectSettings,
  asked: string | null | undefined,
): string {
  const url = parse(asked)
  const site = new URL(siteUrl)
  if (!url) return siteUrl
  if (url.origin === site.origin) return url.href
  if (settings.loopbackRedirects && isLoopback(url.hostname)) return url.href
  // A bare host is written with and without its slash.
  const target = (url.origin + url.pathname).replace(/(?<=[^/]\/\/[^/]*)\/$/, '')
  return settings.redirectUrls.some((pattern) => {
    const glob = globOf(pattern)
    return glob.test(target) || glob.test(`${target}/`)
  })
    ? url.href
    : siteUrl
}

/** An absolute http(s) address without a user name, which only serves to look like another host. */
function parse(asked: string | null | undefined): URL | null {
  // Browsers and servers read backslashes and control characters in more than one way.
  if (!asked || /[\\\s\p{Cc}]/u.test(asked) || !URL.canParse(asked)) return null
  const url = new URL(asked)
  const isPlain = !url.username && !url.password
  return isPlain && /^https?:$/.test(url.protocol) ? url : null
}

/** Whether a host is this machine by its number; a name may lead anywhere. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/**
 * `*` stands for anything but `.` and `/`, `**` for anything, `?` for one character but those, as in
 * Supabase's list; but none leads from a host to another: within a host `**` does not pass a `/`, and
 * stars right behind a whole host stand for what may follow it, never for more of its name.
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

/** `redirect_to` of a request: in its query, else its header, else where it came from. */
export function requestedRedirect(request: Request): string | null {
  return (
    new URL(request.url).searchParams.get('redirect_to') ??
    request.headers.get('redirect_to') ??
    request.headers.get('referer')
  )
}
