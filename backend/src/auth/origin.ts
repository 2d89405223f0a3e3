import { isIP } from 'node:net'

/** The browser as it names itself, cut to what a person would read. */
export function userAgentOf(headers: Headers): string | null {
  return headers.get('user-agent')?.slice(0, 500) ?? null
}

/**
 * The caller's address, as the server in front has named it; null within the process. Told to the
 * account's owner and counted for allowances, never trusted for access.
 */
export function addressOf(headers: Headers): string | null {
  const first = headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
  return isIP(first) ? first : null
}
