import { paths } from '#web/lib/paths.ts'

/** A path of ours to go on to; the home page for anything that would lead elsewhere. */
export function safeNext(asked: string | null | undefined): string {
  if (!asked) return paths.home()
  const base = location.origin
  if (!URL.canParse(asked, base)) return paths.home()
  const url = new URL(asked, base)
  if (url.origin !== base) return paths.home()
  // Behind two slashes a browser reads another host, and a dot between them hides the first.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash
}

/** Where a provider or a mail's link brings people back to; from there they go on to where they are now. */
export function callbackAddress(): string {
  const next = location.pathname + location.search
  return location.origin + paths.authCallback({ next })
}
