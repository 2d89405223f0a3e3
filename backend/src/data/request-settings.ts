import type { RequestSettings } from '#backend/platform/database.ts'

/** What SQL may know of a request: `request.method`, `.path`, `.headers` and `.cookies`. */
export function requestSettings({ method, url, headers }: Request): RequestSettings {
  const cookie = headers.get('cookie')
  return {
    method,
    path: pathOf(url),
    headersJson: JSON.stringify(Object.fromEntries(headers)),
    ...(cookie !== null && { cookiesJson: JSON.stringify(parseCookies(cookie)) }),
  }
}

/** The path below the service's own, without taking the whole URL apart. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  const path = start < 0 ? '' : url.slice(start, end < 0 ? undefined : end)
  return path.replace(/^\/rest\/v1/, '') || '/'
}

/** Cookies by their names, as they stand; the first of a name counts. */
function parseCookies(header: string): Record<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    const name = (at < 0 ? pair : pair.slice(0, at)).trim()
    if (name !== '' && !cookies.has(name))
      cookies.set(name, at < 0 ? '' : pair.slice(at + 1).trim())
  }
  return Object.fromEntries(cookies)
}
