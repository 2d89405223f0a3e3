import type { City } from '#web/content/cities/city.ts'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { locationTypes } from '#web/data/city-figures.ts'
import type { SpaceType } from '#web/data/space-types.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import { containsLocationFilter } from './city-place.ts'
import type { CountedType } from './type-links.tsx'
import { loadSpaces, loadSpaceTypes } from '#web/features/spaces/load-spaces.ts'
import { readCursor } from '#web/features/spaces/space-query.ts'

/** Number of spaces per page on city pages. */
const listed = 12

/**
 * Loads the city's spaces after the URL's cursor, newest first, and its space types. Never throws:
 * errors are in `page.error`.
 */
export async function loadCity(url: URL, city: City, filter: SpaceFilter) {
  const client = serverClient()
  const [page, types, counts] = await Promise.all([
    loadSpaces(client, filter, {
      after: readCursor(url.searchParams.get('after') ?? undefined),
      limit: listed,
    }),
    loadSpaceTypes(client),
    countTypes(city),
  ])
  const { siteUrl } = publicEnvironment()
  return { city, filter, page, allTypes: types.value, types: counted(types.value, counts), siteUrl }
}

/** If counting the types fails, the page only hides the type links. */
async function countTypes(city: City): Promise<ReadonlyMap<string, number>> {
  try {
    return await locationTypes(serverClient(), containsLocationFilter(city))
  } catch (error) {
    console.error('Failed to count the types of', city.name, error)
    return new Map()
  }
}

const counted = (types: readonly SpaceType[], counts: ReadonlyMap<string, number>): CountedType[] =>
  types.flatMap(({ name, label }) => {
    const spaces = counts.get(name)
    return spaces ? [{ name, label, spaces }] : []
  })
