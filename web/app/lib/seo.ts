import type { MetaDescriptor } from 'react-router'

const siteName = 'Hourspace'

/** The `matches` of a route's meta arguments; the root's loader data carries the site's origin. */
type Matches = ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>

type Page = {
  /** Without the site's name, which is appended. */
  title: string
  description: string
  /** Canonical path from `paths`, without filters. */
  path: string
  /** Picture for link previews: a path on this site or an absolute URL. */
  image?: string | undefined
  /** Keeps private and dead-end pages out of search engines. */
  noindex?: boolean
  /** A schema.org object describing the page. */
  structured?: object
}

function siteUrlOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return (root as { siteUrl?: string } | undefined)?.siteUrl ?? ''
}

/** Title, description, canonical link, Open Graph and structured data of one page. */
export function pageMeta(page: Page, matches: Matches): MetaDescriptor[] {
  const siteUrl = siteUrlOf(matches)
  const title = page.title === siteName ? siteName : `${page.title} · ${siteName}`
  const url = `${siteUrl}${page.path}`
  const meta: MetaDescriptor[] = [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: siteName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: page.image ? 'summary_large_image' : 'summary' },
  ]
  if (page.image)
    meta.push({
      property: 'og:image',
      content: new URL(page.image, siteUrl || 'http://localhost').href,
    })
  if (page.noindex) meta.push({ name: 'robots', content: 'noindex' })
  if (page.structured) meta.push(jsonLd(page.structured))
  return meta
}

/**
 * A structured description for the page's head. The router writes it with `<`, `>` and `&`
 * escaped, so that no text of a listing can close the script element.
 */
function jsonLd(description: object): MetaDescriptor {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...description } as never }
}
