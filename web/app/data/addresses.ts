import type { ListingDetails } from '@hourspace/domain/listing-schema.ts'
import type { Client } from './client.ts'

/**
 * Saves the address, arrival notes and extras of a listing. `before` contains the currently stored
 * values.
 */
export async function saveListingDetails(
  client: Client,
  spaceId: string,
  { street_address, point, arrival_notes, extras }: ListingDetails,
  before?: ListingDetails,
): Promise<void> {
  if (street_address || point || before?.street_address || before?.point) {
    await client
      .from('space_addresses')
      .upsert({
        space_id: spaceId,
        street_address,
        latitude: point?.latitude ?? null,
        longitude: point?.longitude ?? null,
      })
      .throwOnError()
  }
  if (arrival_notes || before?.arrival_notes) {
    await client
      .from('space_arrival_notes')
      .upsert({ space_id: spaceId, notes: arrival_notes })
      .throwOnError()
  }
  // Skips unchanged extras, so that they keep the ids that checkouts refer to.
  if (JSON.stringify(extras) === JSON.stringify(before?.extras ?? [])) return
  // Deletes all old extras. They may include extras of an earlier attempt whose response was lost.
  await client.from('space_extras').delete().eq('space_id', spaceId).throwOnError()
  if (extras.length === 0) return
  await client
    .from('space_extras')
    .insert(extras.map((extra, position) => ({ ...extra, space_id: spaceId, position })))
    .throwOnError()
}
