/** One address of a sitemap; `url` absolute, `changedAt` ISO 8601. */
export type SitemapEntry = { url: string; changedAt?: string | undefined }

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const escaped = (text: string) =>
  text.replaceAll(
    /[&<>'"]/g,
    (sign) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&apos;', '"': '&quot;' })[sign] ?? '',
  )

function document(root: string, item: string, entries: readonly SitemapEntry[]): string {
  const items = entries.map(({ url, changedAt }) => {
    const lastmod = changedAt ? `<lastmod>${escaped(changedAt)}</lastmod>` : ''
    return `<${item}><loc>${escaped(url)}</loc>${lastmod}</${item}>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${items.join('\n')}</${root}>\n`
}

/** A sitemap (sitemaps.org, protocol 0.9); at most 50,000 entries. */
export function sitemap(entries: readonly SitemapEntry[]): string {
  return document('urlset', 'url', entries)
}

/** The index that names the sitemaps of a site. */
export function sitemapIndex(entries: readonly SitemapEntry[]): string {
  return document('sitemapindex', 'sitemap', entries)
}

/** The answer of an XML document that may be an hour old. */
export function xmlResponse(xml: string): Response {
  return new Response(xml, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
    },
  })
}
