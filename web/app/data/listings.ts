import type { Listing } from '#domain/listing.ts'
import type { Currency } from '#domain/money.ts'
import type { Client } from './client.ts'

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
  available: boolean
  status: string
  rating: number
  reviewCount: number
  created_at: string
}

const columns =
  'id, slug, title, type, location, country, price, currency, capacity, images, available, status, rating, reviewCount, created_at' as const

/** A host's spaces, newest first, and how many there are in all. */
export async function spacesOfHost(
  client: Client,
  hostId: string,
  limit = 1000,
): Promise<{ spaces: HostedSpace[]; total: number }> {
  const { data, error, count } = await client
    .from('spaces')
    .select(columns, { count: 'exact' })
    .eq('user_id', hostId)
    .order('created_at', { ascending: false })
    .limit(limit)
  if (error) throw error
  return { spaces: data as unknown as HostedSpace[], total: count ?? data.length }
}

/** Lists a space as the asker's own. */
export async function createListing(
  client: Client,
  userId: string,
  listing: Listing,
): Promise<{ id: string; slug: string | null }> {
  const { data, error } = await client
    .from('spaces')
    .insert({ ...listing, user_id: userId, available: true })
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
