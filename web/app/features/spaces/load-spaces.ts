import { isSpaceLocation, spaceLocations } from '#web/data/space-locations.ts'
import { spaceTypes } from '#web/data/space-types.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import {
  type ListedSpace,
  listSpaces,
  nextFreeStarts,
  spaceFacets,
  type SpaceFacets,
  type SpacePage,
} from '#web/data/spaces.ts'
import { messageOf } from '#web/lib/errors.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { activeFilters, type ActiveFilter } from './active-filters.ts'

type Client = Parameters<typeof listSpaces>[0]

type Settled<T> = { value: T; error?: string }

/**
 * Returns the result of a request. If the request fails, returns `empty` and an error text instead
 * of rejecting, so that the rest of the page is still rendered.
 */
export async function settle<T>(
  request: Promise<T>,
  empty: T,
  fallback: string,
): Promise<Settled<T>> {
  try {
    return { value: await request }
  } catch (error) {
    console.error(fallback, error)
    return { value: empty, error: messageOf(error, fallback) }
  }
}

const nothing: SpacePage = { spaces: [], next: null, corrections: [], ignored: [] }

/** Lists spaces with the next free hour of each, unless the filter has a date. */
export async function listSpacesWithHours(
  ...args: Parameters<typeof listSpaces>
): Promise<SpacePage> {
  const [client, { date }] = args
  const page = await listSpaces(...args)
  return date ? page : { ...page, spaces: await withNextFree(client, page.spaces) }
}

/** Adds the next free hour to each of the first 100 spaces. */
export async function withNextFree<Space extends ListedSpace>(
  client: Client,
  spaces: Space[],
): Promise<Space[]> {
  // Only logs the error, because the list is usable without free hours.
  const starts = await nextFreeStarts(
    client,
    spaces.map(({ id }) => id),
  ).catch((error: unknown) => {
    console.warn('Failed to load free hours', error)
    return {} as Record<string, string | null>
  })
  return spaces.map((space) => {
    const next_free = starts[space.id]
    return next_free === undefined ? space : { ...space, next_free }
  })
}

export const loadSpaces = (...args: Parameters<typeof listSpaces>) =>
  settle(listSpacesWithHours(...args), nothing, 'Failed to fetch spaces')

const noFacets: SpaceFacets = { total: 0, amenities: [], policies: [] }

export const loadFacets = (...args: Parameters<typeof spaceFacets>) =>
  settle(spaceFacets(...args), noFacets, 'Failed to fetch spaces')

/** A filter of an empty list, and how many spaces (at most 1,001) match without this filter. */
export type Relaxation = ActiveFilter & { total: number }

const mostRelaxations = 3

/**
 * For a list without results, returns at most three filters whose removal would give results. The
 * filter whose removal gives the fewest results comes first.
 */
export async function loadRelaxations(
  client: Client,
  query: SpacesQuery,
  types: Parameters<typeof activeFilters>[1],
  filterWithout: (query: SpacesQuery) => SpaceFilter | Promise<SpaceFilter>,
): Promise<Relaxation[]> {
  const counted = await Promise.all(
    activeFilters(query, types).map(async (filter) => {
      const { value } = await loadFacets(
        client,
        await filterWithout({ ...query, ...filter.without }),
      )
      return { ...filter, total: value.total }
    }),
  )
  return counted
    .filter(({ total }) => total > 0)
    .sort((a, b) => a.total - b.total)
    .slice(0, mostRelaxations)
}

export const loadSpaceTypes = (client: Client) =>
  settle(spaceTypes(client), [], 'Failed to fetch space types')

export const loadLocations = (client: Client) =>
  settle(spaceLocations(client), { names: [], hasMore: false }, 'Failed to fetch spaces')

/**
 * If no space has exactly the filter's location, changes the filter to locations that contain the
 * text. Does not throw.
 */
export async function withTypedLocation(client: Client, filter: SpaceFilter): Promise<SpaceFilter> {
  const { location, ...rest } = filter
  if (!location) return filter
  const { value: isKnown } = await settle(
    isSpaceLocation(client, location),
    true,
    'Failed to fetch spaces',
  )
  return isKnown ? filter : { ...rest, locationContains: [location] }
}
