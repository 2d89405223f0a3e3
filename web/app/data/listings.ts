import type { Listing } from '#domain/listing-schema.ts'
import type { Currency } from '#domain/money.ts'
import type { Client } from './client.ts'
import { beyond, pageOf, type Page, type Place } from './keyset.ts'

/** A space as its host sees it in lists. `price` is decimal per hour. */
export type HostedSpace = {
  id: string
  slug: string | null
  title: string
  type: string
  location: string
  country: string
  price: number
  currency: Currency
  capacity: number
  images: string[]
  image_previews: string[]
  available: boolean
  status: string
  rating: number
  reviewCount: number
  created_at: string
}

const columns =
  'id, slug, title, type, location, country, price, currency, capacity, images, image_previews, available, status, rating, reviewCount, created_at' as const

/** A host's spaces, newest first, a page at a time. */
export async function spacesOfHost(
  client: Client,
  hostId: string,
  { after, limit }: { after?: Place | null; limit: number },
): Promise<Page<HostedSpace>> {
  let query = client.from('spaces').select(columns).eq('user_id', hostId)
  // The first condition says the same more loosely, and lets the index start at the place.
  if (after) query = query.lte('created_at', after.at).or(beyond('created_at', after))
  const { data, error } = await query
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit + 1)
  if (error) throw error
  return pageOf(data as unknown as HostedSpace[], limit, ({ created_at }) => created_at)
}

/** How many spaces a host has. */
export async function countSpacesOfHost(client: Client, hostId: string): Promise<number> {
  const { error, count } = await client
    .from('spaces')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', hostId)
  if (error) throw error
  return count ?? 0
}

/** Lists a space as the asker's own; with previews of its images in their order, '' for none. */
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

/** Opens or closes one of the asker's spaces for booking. */
export async function setAvailability(
  client: Client,
  spaceId: string,
  available: boolean,
): Promise<void> {
  // Asking for the row back makes an update that reached no row an error.
  const { error } = await client
    .from('spaces')
    .update({ available })
    .eq('id', spaceId)
    .select('id')
    .single()
  if (error) throw error
}
