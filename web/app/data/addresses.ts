import type { ListingDetails } from '@hourspace/domain/listing-schema.ts'
import type { Client } from './client.ts'

/**
 * Saves what a host adds to a listing: the exact address, arrival notes and extras. Can be repeated
 * after a failure.
 */
export async function saveListingDetails(
  client: Client,
  spaceId: string,
  { street_address, point, arrival_notes, extras }: ListingDetails,
): Promise<void> {
  if (street_address || point) {
    const { error } = await client.from('space_addresses').upsert({
      space_id: spaceId,
      street_address,
      latitude: point?.latitude ?? null,
      longitude: point?.longitude ?? null,
    })
    if (error) throw error
  }
  if (arrival_notes) {
    const { error } = await client
      .from('space_arrival_notes')
      .upsert({ space_id: spaceId, notes: arrival_notes })
    if (error) throw error
  }
  if (extras.length === 0) return
  // A retry replaces the extras of an attempt whose response was lost.
  const removal = await client.from('space_extras').delete().eq('space_id', spaceId)
  if (removal.error) throw removal.error
  const { error } = await client
    .from('space_extras')
    .insert(extras.map((extra, position) => ({ ...extra, space_id: spaceId, position })))
  if (error) throw error
}
