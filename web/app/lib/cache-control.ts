/**
 * `Cache-Control` of public pages, which are the same for every visitor, because only the browser
 * reads the session. Shared caches may keep them for 10 s.
 */
export const publicPage = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60'
