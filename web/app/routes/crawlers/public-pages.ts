import { posts } from '#web/content/blog/posts.server.ts'
import { openings } from '#web/content/careers.ts'
import { cityNames } from '#web/content/cities/names.ts'
import { releases } from '#web/content/press/releases.server.ts'
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
