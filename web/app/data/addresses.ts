import type { ListingDetails } from '@hourspace/domain/listing-schema.ts'
import type { Client } from './client.ts'

type Details = Omit<ListingDetails, 'currency'>

/** The details of a listing that has just been created. */
export const noDetails: Details = { street_address: '', arrival_notes: '', point: null, extras: [] }

/**
 * Saves the address, arrival notes and extras of a listing. `before` contains the currently stored
 * values; null if they are unknown, because the response of an earlier save was lost.
 */
export async function saveListingDetails(
  client: Client,
  spaceId: string,
  { street_address, point, arrival_notes, extras }: Details,
  before: Details | null,
): Promise<void> {
  if (!before || street_address || point || before.street_address || before.point) {
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
  if (!before || arrival_notes || before.arrival_notes) {
    await client
      .from('space_arrival_notes')
      .upsert({ space_id: spaceId, notes: arrival_notes })
      .throwOnError()
  }
  if (!before || extras.length > 0 || before.extras.length > 0) {
    await client.rpc('set_space_extras', { p_space_id: spaceId, p_extras: extras }).throwOnError()
  }
}
