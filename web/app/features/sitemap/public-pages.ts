import { paths } from '#web/lib/paths.ts'
import type { SitemapEntry } from './sitemap-xml.ts'

/** Every page that search engines may show, spaces aside. Paths, without the site's origin. */
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
  return pages.map((url) => ({ url }))
}
