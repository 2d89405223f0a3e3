/**
 * `Cache-Control` of public pages. They are the same for every visitor, because the session is read
 * only in the browser. Shared caches may keep them for 10 s.
 */
export const publicPage = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60'
