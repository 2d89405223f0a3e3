/**
 * `Cache-Control` of public pages. Shared caches may keep public pages for 10 s. These pages are
 * the same for every visitor, because the session is read only in the browser.
 */
export const publicPage = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60'
