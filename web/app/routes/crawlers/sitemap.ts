import { posts } from '#web/content/blog/posts.server.ts'
import { openings } from '#web/content/careers.ts'
import { cityNames } from '#web/content/cities/names.ts'
import { releases } from '#web/content/press/releases.server.ts'
import type { Client } from '#web/data/client.ts'
import { publicPage } from '#web/lib/cache-control.ts'
import { paths } from '#web/lib/paths.ts'

/** An entry of a sitemap. `changedAt` is an ISO 8601 date. */
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

/** Returns a sitemap. Callers must pass at most 50,000 entries (sitemaps.org, protocol 0.9). */
export function sitemap(entries: readonly SitemapEntry[]): string {
  return document('urlset', 'url', entries)
}

export function sitemapIndex(entries: readonly SitemapEntry[]): string {
  return document('sitemapindex', 'sitemap', entries)
}

export function xmlResponse(xml: string): Response {
  return new Response(xml, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': publicPage,
    },
  })
}

/** Returns the entries of pages.xml: all indexed pages except those of spaces and hosts. */
export function publicPages(): SitemapEntry[] {
  const pages = [
    paths.home(),
    paths.explore(),
    paths.about(),
    paths.contact(),
    paths.careers(),
    paths.press(),
    paths.blog(),
    paths.help(),
    paths.safety(),
    paths.cancellation(),
    paths.covid19(),
    paths.privacy(),
    paths.terms(),
    paths.cookies(),
    paths.sitemap(),
  ]
  return [
    ...pages.map((url) => ({ url })),
    ...cityNames.map(({ slug }) => ({ url: paths.city(slug) })),
    ...openings.map(({ slug }) => ({ url: paths.careers({ position: slug }) })),
    ...releases.map(({ slug, published }) => ({
      url: paths.pressRelease(slug),
      changedAt: published,
    })),
    ...posts.map(({ slug, published }) => ({ url: paths.blogPost(slug), changedAt: published })),
  ]
}

/** Approximate number of spaces per sitemap file. The protocol allows up to 50,000 URLs. */
const spacesPerPart = 5_000

export async function countSpaceParts(client: Client): Promise<number> {
  const { count } = await client
    .from('spaces')
    .select('id', { count: 'exact', head: true })
    .throwOnError()
  return Math.max(1, Math.ceil((count ?? 0) / spacesPerPart))
}

/**
 * Returns the slug or id of each space in a sitemap file. `part` is the file's index, starting from
 * 0.
 */
export async function sitemapSpaces(client: Client, part: number, parts: number) {
  const { data } = await client.rpc('sitemap_spaces', { part, parts }).throwOnError()
  return data as { address: string; updated_at: string }[]
}

/** Returns the hosts with public spaces, at most 50,000. */
export async function sitemapHosts(client: Client) {
  const { data } = await client.rpc('sitemap_hosts').throwOnError()
  return data as { id: string; updated_at: string }[]
}
