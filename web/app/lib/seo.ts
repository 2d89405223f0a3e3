import type { MetaDescriptor } from 'react-router'
import { company } from '@hourspace/domain/company.ts'
import { paths } from './paths.ts'

const siteName = company.name

type Matches = ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>

type Crumb = { name: string; path: string }

type Page = {
  /** `pageMeta` appends the site's name to `title`. */
  title: string
  description: string
  path: string
  /** `image` is the link preview image, as path or URL. Defaults to the site's image. */
  image?: string | undefined
  /** `trail` contains the breadcrumbs after the home page, including this page. */
  trail?: readonly Crumb[]
  noindex?: boolean
  structured?: object
}

function siteUrlOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return (root as { siteUrl?: string } | undefined)?.siteUrl ?? ''
}

export function pageMeta(page: Page, matches: Matches): MetaDescriptor[] {
  const siteUrl = siteUrlOf(matches)
  const title = page.title === siteName ? siteName : `${page.title} · ${siteName}`
  const url = `${siteUrl}${page.path}`
  const absolute = (path: string) => new URL(path, siteUrl || 'http://localhost').href
  const meta: MetaDescriptor[] = [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: siteName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:image', content: absolute(page.image ?? paths.sharePicture()) },
    { property: 'og:image:alt', content: page.title },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: page.description },
    { name: 'twitter:image', content: absolute(page.image ?? paths.sharePicture()) },
  ]
  if (page.noindex) meta.push({ name: 'robots', content: 'noindex' })
  if (page.trail) meta.push(jsonLd(breadcrumbs(page.trail, absolute)))
  if (page.structured) meta.push(jsonLd(page.structured))
  return meta
}

/** Returns the `meta` function of a route whose metadata does not depend on its loader. */
export const staticMeta =
  (page: Page) =>
  ({ matches }: { matches: Matches }) =>
    pageMeta(page, matches)

/** React Router escapes `<`, `>` and `&`, so a listing's text cannot close the script element. */
function jsonLd(description: object): MetaDescriptor {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...description } as never }
}

function breadcrumbs(trail: readonly Crumb[], absolute: (path: string) => string): object {
  const steps = [{ name: 'Home', path: paths.home() }, ...trail]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(path),
    })),
  }
}
