import { paths } from '#web/lib/paths.ts'

/**
 * Returns the path of `requested` if it is on this site, otherwise `/`. Prevents open redirects.
 */
export function safeNext(requested: string | null | undefined): string {
  if (!requested) return paths.home()
  const base = location.origin
  if (!URL.canParse(requested, base)) return paths.home()
  const url = new URL(requested, base)
  if (url.origin !== base) return paths.home()
  // Browsers treat a path that starts with '//host' as a URL on another host.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash
}

/** Returns the URL to redirect to after a sign-in. It leads back to the current page. */
export function callbackAddress(): string {
  const next = location.pathname + location.search
  return location.origin + paths.authCallback({ next })
}

/**
 * Redirects to the callback page if the URL contains session tokens, because only that page may
 * read the tokens.
 */
export function forwardSessionTokens(): void {
  if (!location.hash.includes('access_token=') || location.pathname === paths.authCallback()) return
  location.replace(callbackAddress() + location.hash)
}
