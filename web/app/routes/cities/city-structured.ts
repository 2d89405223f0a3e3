import { paths } from '#web/lib/paths.ts'

type Collected = { id: string; slug: string | null; title: string }

/**
 * A city page in the words of schema.org: a collection of spaces, in the order of the list. Only
 * what is on the page and true today; the marketing figures stay out.
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
