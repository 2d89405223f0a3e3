import type { RequestFacts } from '#backend/platform/database.ts'

/** What SQL may know of a request: `request.method`, `.path`, `.headers` and `.cookies`. */
export function requestFacts({ method, url, headers }: Request): RequestFacts {
  const cookie = headers.get('cookie')
  return {
    method,
    path: new URL(url).pathname.replace(/^\/rest\/v1/, '') || '/',
    headersJson: JSON.stringify(Object.fromEntries(headers)),
    ...(cookie !== null && { cookiesJson: JSON.stringify(parseCookies(cookie)) }),
  }
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
