import type { City } from '#web/content/cities/city.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { previewPicture } from './city-hero.tsx'

export const cityCrumbs = [
  { label: 'Home', to: paths.home() },
  { label: 'Explore Spaces', to: paths.explore() },
] as const

type Collected = { id: string; slug: string | null; title: string }

type Loaded = {
  city: City
  page: { value: { spaces: readonly Collected[] } }
  /** `type` is the space type of the page; null for the page with all types. */
  type: { name: string; label: string } | null
  isFiltered: boolean
  siteUrl: string
}

/**
 * Returns the metadata of a city page. Filtered pages, and pages for a type without spaces, are
 * marked noindex.
 */
export function cityMeta(loaded: Loaded, matches: Parameters<typeof pageMeta>[1]) {
  const { city, page, type, isFiltered, siteUrl } = loaded
  const { spaces } = page.value
  const path = paths.city(city.slug, type?.name)
  const title = type ? typeTitle(type.label, city.name) : city.title
  const description = type ? typeDescription(type.label, city.name) : city.description
  return pageMeta(
    {
      title,
      description,
      path,
      image: previewPicture(city.slug),
      trail: [
        { name: 'Explore Spaces', path: paths.explore() },
        { name: city.name, path: paths.city(city.slug) },
        ...(type ? [{ name: type.label, path }] : []),
      ],
      noindex: isFiltered || (Boolean(type) && spaces.length === 0),
      structured: structuredCity({ name: title, description, path, siteUrl, spaces }),
    },
    matches,
  )
}

export const typeTitle = (label: string, city: string) => `${label} rentals in ${city}`

export const typeDescription = (label: string, city: string) =>
  `${label} rentals in ${city} by the hour. See pictures, prices and free hours, then book online and pay by card.`

/**
 * Returns schema.org data with the spaces in page order. Omits `City.figures`, because they are not
 * computed from the listed spaces.
 */
export function structuredCity(page: {
  name: string
  description: string
  path: string
  siteUrl: string
  spaces: readonly Collected[]
}): object {
  const { name, description, path, siteUrl, spaces } = page
  const url = `${siteUrl}${path}`
  return {
    '@type': 'CollectionPage',
    '@id': url,
    url,
    name,
    description,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: spaces.map((space, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: space.title,
        url: `${siteUrl}${paths.space(space)}`,
      })),
    },
  }
}
