import type { Client } from './client.ts'
import { anyPattern, containing } from './spaces-filter.ts'

/** Locations to choose from; those with most spaces when they are too many to list. */
export type SpaceLocations = {
  /** In alphabetical order. */
  names: string[]
  /** There are more, to be found by typing. */
  hasMore: boolean
}

/** More than this many are searched rather than listed: a page would be mostly locations. */
const mostListed = 200

/** What is offered while somebody types. */
const mostSuggested = 12

/** The locations that have a space. */
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

/** Locations that contain `text`, whatever its case and accents; those with most spaces first. */
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

/** Whether any space is at exactly this location. */
export async function isSpaceLocation(client: Client, location: string): Promise<boolean> {
  const { data, error } = await client
    .from('space_locations')
    .select('location')
    .eq('location', location)
    .maybeSingle()
  if (error) throw error
  return data !== null
}
