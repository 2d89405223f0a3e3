import type { Client } from './client.ts'
import { anyPattern, containing } from './spaces-filter.ts'

/**
 * Locations for the location filter. If `hasMore` is true, `names` contains only the locations with
 * the most spaces.
 */
export type SpaceLocations = {
  names: string[]
  hasMore: boolean
}

/** Maximum number of locations in the filter's list. Beyond it, the filter is a search field. */
const mostListed = 200

const mostSuggested = 12

export async function spaceLocations(client: Client): Promise<SpaceLocations> {
  const { data } = await client
    .from('space_locations')
    .select('location')
    .order('spaces', { ascending: false })
    .order('location')
    .limit(mostListed + 1)
    .throwOnError()
  const hasMore = data.length > mostListed
  const shown = data.slice(0, hasMore ? mostSuggested : mostListed)
  const names = shown.map(({ location }) => location)
  return { names: names.sort((a, b) => a.localeCompare(b, 'en')), hasMore }
}

/** Returns the locations whose name contains `text`, sorted by number of spaces, highest first. */
export async function suggestLocations(client: Client, text: string): Promise<string[]> {
  const { data } = await client
    .from('space_locations')
    .select('location')
    .or(anyPattern('location_text', [containing(text)]))
    .order('spaces', { ascending: false })
    .order('location')
    .limit(mostSuggested)
    .throwOnError()
  return data.map(({ location }) => location)
}

export async function isSpaceLocation(client: Client, location: string): Promise<boolean> {
  const { data } = await client
    .from('space_locations')
    .select('location')
    .eq('location', location)
    .maybeSingle()
    .throwOnError()
  return data !== null
}
