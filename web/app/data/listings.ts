import type { Listing } from '@hourspace/domain/listing-schema.ts'
import type { Client } from './client.ts'
import { pagedQuery, readPage, type Page, type PageRequest } from './keyset.ts'
import { userKey } from './query-client.ts'
import type { OrderKeys } from './spaces-filter.ts'
import type { ListedSpace } from './spaces.ts'

/** A space as its host sees it in lists. `price` is a decimal amount per hour. */
export type HostedSpace = Omit<ListedSpace, keyof OrderKeys | 'amenities'> & {
  capacity: number
  created_at: string
}

const columns =
  'id, slug, title, type, location, country, price, currency, capacity, images, image_previews, available, status, rating, reviewCount, created_at' as const

export const listingKeys = {
  ofUser: (userId: string | undefined) => [...userKey(userId), 'listings'] as const,
}

const pageSize = 12

export const hostListings = (userId: string | undefined) =>
  pagedQuery(userId, listingKeys.ofUser(userId), (client, hostId, after) =>
    spacesOfHost(client, hostId, { after, limit: pageSize }),
  )

export async function spacesOfHost(
  client: Client,
  hostId: string,
  request: PageRequest,
): Promise<Page<HostedSpace>> {
  const spaces = client.from('spaces').select(columns).eq('user_id', hostId)
  return readPage(spaces, 'created_at', request)
}

export async function countSpacesOfHost(client: Client, hostId: string): Promise<number> {
  const { error, count } = await client
    .from('spaces')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', hostId)
  if (error) throw error
  return count ?? 0
}

/** Creates a space owned by the caller. `image_previews` has '' for an image without a preview. */
export async function createListing(
  client: Client,
  userId: string,
  listing: Listing & { image_previews: readonly string[] },
): Promise<{ id: string; slug: string | null }> {
  const { data, error } = await client
    .from('spaces')
    .insert({
      ...listing,
      image_previews: [...listing.image_previews],
      user_id: userId,
      available: true,
    })
    .select('id, slug')
    .single()
  if (error) throw error
  return data
}

export async function setAvailability(
  client: Client,
  spaceId: string,
  available: boolean,
): Promise<void> {
  // `single()` makes PostgREST return an error if the update matched no row.
  const { error } = await client
    .from('spaces')
    .update({ available })
    .eq('id', spaceId)
    .select('id')
    .single()
  if (error) throw error
}
