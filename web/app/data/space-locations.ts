import type { Client } from './client.ts'
import { anyPattern, containing } from './spaces-filter.ts'

/** Locations to choose from: all of them, or the largest if there are too many to list. */
export type SpaceLocations = {
  /** In alphabetical order. */
  names: string[]
  /** True if more locations exist; a search finds them. */
  hasMore: boolean
}

/** Above this number the field searches instead of listing. */
const mostListed = 200

/** Suggestions shown while the user types. */
const mostSuggested = 12

/** The locations that have spaces. */
export async function spaceLocations(client: Client): Promise<SpaceLocations> {
  const { data, error } = await client
    .from('space_locations')
    .select('location')
    .order('spaces', { ascending: false })
    .order('location')
    .limit(mostListed + 1)
  if (error) throw error
  const hasMore = data.length > mostListed
  const shown = data.slice(0, hasMore ? mostSuggested : mostListed)
  const names = shown.map(({ location }) => location)
  return { names: names.sort((a, b) => a.localeCompare(b, 'en')), hasMore }
}

/** Locations that contain `text`, ignoring case and accents; those with most spaces first. */
export async function suggestLocations(client: Client, text: string): Promise<string[]> {
  const { data, error } = await client
    .from('space_locations')
    .select('location')
    .or(anyPattern('location_text', [containing(text)]))
    .order('spaces', { ascending: false })
    .order('location')
    .limit(mostSuggested)
  if (error) throw error
  return data.map(({ location }) => location)
}

export async function isSpaceLocation(client: Client, location: string): Promise<boolean> {
  const { data, error } = await client
    .from('space_locations')
    .select('location')
    .eq('location', location)
    .maybeSingle()
  if (error) throw error
  return data !== null
}
