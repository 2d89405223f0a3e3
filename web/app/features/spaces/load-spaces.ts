import { isSpaceLocation, spaceLocations } from '#web/data/space-locations.ts'
import { spaceTypes } from '#web/data/space-types.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import { listSpaces, type SpacePage } from '#web/data/spaces.ts'
import { messageOf } from '#web/lib/errors.ts'

type Client = Parameters<typeof listSpaces>[0]

type Settled<T> = { value: T; error?: string }

/** Turns a rejected promise into an error text, so that the rest of the page still renders. */
async function settle<T>(request: Promise<T>, empty: T, fallback: string): Promise<Settled<T>> {
  try {
    return { value: await request }
  } catch (error) {
    console.error(fallback, error)
    return { value: empty, error: messageOf(error, fallback) }
  }
}

const nothing: SpacePage = { spaces: [], next: null, corrections: [], ignored: [] }

export const loadSpaces = (...args: Parameters<typeof listSpaces>) =>
  settle(listSpaces(...args), nothing, 'Failed to fetch spaces')

export const loadSpaceTypes = (client: Client) =>
  settle(spaceTypes(client), [], 'Failed to fetch space types')

export const loadLocations = (client: Client) =>
  settle(spaceLocations(client), { names: [], hasMore: false }, 'Failed to fetch spaces')

/** Loads spaces. If the filter's location has no spaces, searches for its name. Never throws. */
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
