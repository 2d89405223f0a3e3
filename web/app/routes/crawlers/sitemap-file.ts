import type { Route } from './+types/sitemap-file'
import { data } from 'react-router'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { paths } from '#web/lib/paths.ts'
import {
  publicPages,
  sitemap,
  type SitemapEntry,
  sitemapHosts,
  sitemapSpaces,
  xmlResponse,
} from './sitemap.ts'

/** Serves the sitemap files `pages.xml`, `hosts.xml` and `spaces-<part>-<parts>.xml`. */
export async function loader({ params }: Route.LoaderArgs) {
  const entries = await entriesOf(params.file)
  if (!entries) throw data('There is no such sitemap', { status: 404 })
  const { siteUrl } = publicEnvironment()
  return xmlResponse(sitemap(entries.map((entry) => ({ ...entry, url: siteUrl + entry.url }))))
}

async function entriesOf(file: string): Promise<SitemapEntry[] | undefined> {
  if (file === 'pages.xml') return publicPages()
  if (file === 'hosts.xml') {
    const hosts = await sitemapHosts(serverClient())
    return hosts.map(({ id, updated_at }) => ({ url: paths.host(id), changedAt: updated_at }))
  }
  const [, part, parts] = /^spaces-(\d{1,4})-(\d{1,4})\.xml$/.exec(file)?.map(Number) ?? []
  if (part === undefined || parts === undefined || part >= parts) return undefined
  const spaces = await sitemapSpaces(serverClient(), part, parts)
  return spaces.map(({ address, updated_at }) => ({
    url: paths.space(address),
    changedAt: updated_at,
  }))
}
