import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { paths } from '#web/lib/paths.ts'
import { countSpaceParts, sitemapIndex, xmlResponse } from './sitemap.ts'

export async function loader() {
  const parts = await countSpaceParts(serverClient())
  const spaces = Array.from({ length: parts }, (_, part) => `spaces-${part}-${parts}`)
  const files = ['pages', 'hosts', ...spaces]
  const { siteUrl } = publicEnvironment()
  return xmlResponse(
    sitemapIndex(files.map((file) => ({ url: `${siteUrl}${paths.sitemapFile(file)}` }))),
  )
}
