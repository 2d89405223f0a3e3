import { isIP } from 'node:net'
import type { BackendConfig } from '#backend/config/config.ts'

/**
 * Where a flow may lead back to: the address asked for when it is the site's own, on this machine, or
 * on the allow list; otherwise the site. Never throws, so that a bad one tells a stranger nothing.
 */
export function safeRedirect(config: BackendConfig, asked: string | null | undefined): string {
  const url = parse(asked)
  const site = new URL(config.siteUrl)
  if (!url) return config.siteUrl
  if (url.origin === site.origin) return url.href
  if (isLoopback(url.hostname)) return url.href
  const target = url.origin + url.pathname
  return config.auth.redirectUrls.some((pattern) => globOf(pattern).test(target))
    ? url.href
    : config.siteUrl
}

/** An absolute http(s) address without a user name, which only serves to look like another host. */
function parse(asked: string | null | undefined): URL | null {
  if (!asked || /[\\\s]/.test(asked) || !URL.canParse(asked)) return null
  const url = new URL(asked)
  const isPlain = !url.username && !url.password
  return isPlain && /^https?:$/.test(url.protocol) ? url : null
}

/** Whether a host is this machine by its number; a name may lead anywhere. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/** `*` stands for anything but `.` and `/`, `**` for anything, `?` for one character but those, as in Supabase's list. */
function globOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    return `\\${part}`
  })
  return new RegExp(`^${source}$`)
}

/** `redirect_to` of a request: in its query, else its header, else where it came from. */
export function askedRedirect(request: Request): string | null {
  return (
    new URL(request.url).searchParams.get('redirect_to') ??
    request.headers.get('redirect_to') ??
    request.headers.get('referer')
  )
}
