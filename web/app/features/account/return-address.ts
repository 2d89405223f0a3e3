import { paths } from '#web/lib/paths.ts'

/** Returns the path if it is on this site, otherwise the home page. Prevents open redirects. */
export function safeNext(asked: string | null | undefined): string {
  if (!asked) return paths.home()
  const base = location.origin
  if (!URL.canParse(asked, base)) return paths.home()
  const url = new URL(asked, base)
  if (url.origin !== base) return paths.home()
  // Browsers read '//host' as another host, also behind a '/.' segment.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash
}

/** The redirect URL for identity providers and email links; it returns to the current page. */
export function callbackAddress(): string {
  const next = location.pathname + location.search
  return location.origin + paths.authCallback({ next })
}
