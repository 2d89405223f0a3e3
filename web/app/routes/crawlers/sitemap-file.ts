import { data } from 'react-router'
import type { Route } from './+types/sitemap-file'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { sitemapSpaces } from './sitemap-spaces.ts'
import { publicPages } from './public-pages.ts'
import { sitemap, xmlResponse, type SitemapEntry } from './sitemap-xml.ts'
import { paths } from '#web/lib/paths.ts'

/** `pages.xml`, or `spaces-<part>-<parts>.xml`. */
export async function loader({ params }: Route.LoaderArgs) {
  const entries = await entriesOf(params.file)
  if (!entries) throw data('There is no such sitemap', { status: 404 })
  const { siteUrl } = publicEnvironment()
  return xmlResponse(sitemap(entries.map((entry) => ({ ...entry, url: siteUrl + entry.url }))))
}

async function entriesOf(file: string): Promise<SitemapEntry[] | undefined> {
  if (file === 'pages.xml') return publicPages()
  const [, part, parts] = /^spaces-(\d{1,4})-(\d{1,4})\.xml$/.exec(file)?.map(Number) ?? []
  if (part === undefined || parts === undefined || part >= parts) return undefined
  const spaces = await sitemapSpaces(serverClient(), part, parts)
  return spaces.map(({ address, updated_at }) => ({
    url: paths.space(address),
    changedAt: updated_at,
  }))
}
