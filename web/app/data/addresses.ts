import type { ListingDetails } from '@hourspace/domain/listing-schema.ts'
import type { Client } from './client.ts'

/**
 * Saves what a host adds to a listing: the exact address, arrival notes and extras. Can be repeated
 * after a failure. `before` are the saved details of an existing listing.
 */
export async function saveListingDetails(
  client: Client,
  spaceId: string,
  { street_address, point, arrival_notes, extras }: ListingDetails,
  before?: ListingDetails,
): Promise<void> {
  if (street_address || point || before?.street_address || before?.point) {
    const { error } = await client.from('space_addresses').upsert({
      space_id: spaceId,
      street_address,
      latitude: point?.latitude ?? null,
      longitude: point?.longitude ?? null,
    })
    if (error) throw error
  }
  if (arrival_notes || before?.arrival_notes) {
    const { error } = await client
      .from('space_arrival_notes')
      .upsert({ space_id: spaceId, notes: arrival_notes })
    if (error) throw error
  }
  // Unchanged extras keep their ids, because checkouts refer to them.
  if (JSON.stringify(extras) === JSON.stringify(before?.extras ?? [])) return
  // A retry replaces the extras of an attempt whose response was lost.
  const removal = await client.from('space_extras').delete().eq('space_id', spaceId)
  if (removal.error) throw removal.error
  if (extras.length === 0) return
  const { error } = await client
    .from('space_extras')
    .insert(extras.map((extra, position) => ({ ...extra, space_id: spaceId, position })))
  if (error) throw error
}
