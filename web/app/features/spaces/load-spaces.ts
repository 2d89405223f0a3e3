import { isSpaceLocation, spaceLocations } from '#web/data/space-locations.ts'
import { spaceTypes } from '#web/data/space-types.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import { listSpaces, type SpacePage } from '#web/data/spaces.ts'
import { messageOf } from '#web/lib/errors.ts'

type Client = Parameters<typeof listSpaces>[0]

/** An answer and, when it could not be had, the text to show beside the empty one. */
type Settled<T> = { value: T; error?: string }

/** Waits for `asked`, so that one failing part leaves the rest of a page standing. */
async function settle<T>(asked: Promise<T>, empty: T, fallback: string): Promise<Settled<T>> {
  try {
    return { value: await asked }
  } catch (error) {
    console.error(fallback, error)
    return { value: empty, error: messageOf(error, fallback) }
  }
}

const nothing: SpacePage = { spaces: [], next: null }

/** `listSpaces`, its failure as a text. */
export const loadSpaces = (...asked: Parameters<typeof listSpaces>) =>
  settle(listSpaces(...asked), nothing, 'Failed to fetch spaces')

/** `spaceTypes`, its failure as a text. */
export const loadSpaceTypes = (client: Client) =>
  settle(spaceTypes(client), [], 'Failed to fetch space types')

/** `spaceLocations`; without them the list can still be searched. */
export const loadLocations = (client: Client) =>
  settle(spaceLocations(client), { names: [], hasMore: false }, 'Failed to fetch spaces')

/**
 * The filter with a location as somebody may have typed it: one that is no space's own stands for
 * those that contain it. Never throws: what is wrong shows when the list is asked for.
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
