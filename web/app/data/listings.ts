import { queryOptions } from '@tanstack/react-query'
import type { Listing, ListingDetails } from '@hourspace/domain/listing-schema.ts'
import { isUuid } from '#web/lib/is-uuid.ts'
import { browserClient } from './browser-client.ts'
import { type Client, notUnique } from './client.ts'
import type { Database } from './database.types.ts'
import { pagedQuery, readPage, type Page, type PageRequest } from './keyset.ts'
import { userKey } from './query-client.ts'
import type { OrderKeys } from './spaces-filter.ts'
import type { ListedSpace } from './spaces.ts'

/** A space in a list of one host's spaces. `price` is a decimal amount per hour. */
export type HostedSpace = Omit<ListedSpace, keyof OrderKeys | 'amenities'> & {
  capacity: number
  created_at: string
  archived_at: string | null
  hidden_at: string | null
}

/**
 * Returns true for a copy of a listing whose host has not pressed 'Open listing' yet. Until then,
 * the copy is archived.
 */
export function isUnopenedCopy(space: { created_at: string; archived_at: string | null }): boolean {
  return space.archived_at === space.created_at
}

const columns =
  'id, slug, title, type, location, country, price, currency, capacity, images, image_previews, available, status, rating, reviewCount, created_at, archived_at, hidden_at' as const

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
  const spaces = client
    .from('spaces')
    .select(columns)
    .eq('user_id', hostId)
    .is('withdrawn_at', null)
  return readPage(spaces, 'created_at', request)
}

export async function countSpacesOfHost(client: Client, hostId: string): Promise<number> {
  const { count } = await client
    .from('spaces')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', hostId)
    .is('withdrawn_at', null)
    .throwOnError()
  return count ?? 0
}

/**
 * A listing. Each picture has a blurred preview and a caption; '' stands for a missing preview or
 * caption.
 */
export type PicturedListing = Listing & {
  image_previews: readonly string[]
  image_captions: readonly string[]
}

/**
 * Creates a listing with an id that the caller chooses. If the listing exists, because the response
 * of an earlier call was lost, updates the listing.
 */
export async function createListing(
  client: Client,
  userId: string,
  id: string,
  listing: PicturedListing,
): Promise<void> {
  const { image_previews, image_captions, ...columns } = listing
  const { error } = await client.from('spaces').insert({
    ...columns,
    id,
    image_previews: [...image_previews],
    image_captions: [...image_captions],
    user_id: userId,
    available: true,
  })
  if (error?.code === notUnique) await updateListing(client, id, listing)
  else if (error) throw error
}

export async function setAvailability(
  client: Client,
  spaceId: string,
  available: boolean,
): Promise<void> {
  // `single()` turns an update that matches no row into an error.
  await client
    .from('spaces')
    .update({ available })
    .eq('id', spaceId)
    .select('id')
    .single()
    .throwOnError()
}

export type EditedListing = Listing & {
  id: string
  slug: string | null
  available: boolean
  status: string
  created_at: string
  archived_at: string | null
  /** `hidden_reason` says why an admin hid the space; null if the space is not hidden. */
  hidden_reason: string | null
  image_previews: string[]
  image_captions: string[]
  details: ListingDetails
}

/**
 * Query options of the caller's own space for editing. The data is null for spaces of other users.
 */
export const editedListing = (hostId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...listingKeys.ofUser(hostId), 'edited', id],
    queryFn: async (): Promise<EditedListing | null> => {
      const client = await browserClient()
      const { data } = await client
        .from('spaces')
        .select(
          'id, slug, title, description, type, capacity, price, currency, location, country, time_zone, cancellation_policy, amenities, images, image_previews, image_captions, neighborhood, house_rules, included, available, status, created_at, archived_at, hidden_at, address:space_addresses(street_address, latitude, longitude), arrival:space_arrival_notes(notes), extras:space_extras(name, price, unit, position)',
        )
        .eq('id', id)
        .eq('user_id', hostId ?? '')
        .is('withdrawn_at', null)
        .order('position', { referencedTable: 'space_extras' })
        .maybeSingle()
        .throwOnError()
      if (!data) return null
      const { address, arrival, extras, hidden_at, ...space } = data as unknown as Omit<
        EditedListing,
        'details' | 'hidden_reason'
      > & {
        hidden_at: string | null
        address: {
          street_address: string
          latitude: number | null
          longitude: number | null
        } | null
        arrival: { notes: string } | null
        extras: ListingDetails['extras']
      }
      const { latitude, longitude } = address ?? { latitude: null, longitude: null }
      const reason =
        hidden_at && (await client.rpc('hidden_reason', { p_space_id: id }).throwOnError()).data
      return {
        ...space,
        hidden_reason: reason ?? null,
        details: {
          currency: space.currency,
          street_address: address?.street_address ?? '',
          arrival_notes: arrival?.notes ?? '',
          point: latitude !== null && longitude !== null ? { latitude, longitude } : null,
          extras: extras.map(({ name, price, unit }) => ({ name, price, unit })),
        },
      }
    },
    enabled: hostId !== undefined && isUuid(id),
    // Never uses a cached listing, because the form saves all fields and could undo newer changes.
    gcTime: 0,
    staleTime: 0,
  })

export async function updateListing(
  client: Client,
  id: string,
  { image_previews, image_captions, ...listing }: PicturedListing,
): Promise<void> {
  await changeSpace(client, id, {
    ...listing,
    image_previews: [...image_previews],
    image_captions: [...image_captions],
  })
}

/** Returns whether a listing contains the picture with the public URL `url`. */
export async function isShownPicture(client: Client, url: string): Promise<boolean> {
  const { count } = await client
    .from('spaces')
    .select('id', { count: 'exact', head: true })
    .contains('images', [url])
    .throwOnError()
  return count !== 0
}

/** Archives a space as of the ISO instant `at`. If `at` is null, restores the space. */
export async function setArchived(client: Client, id: string, at: string | null): Promise<void> {
  await changeSpace(client, id, { archived_at: at })
}

async function changeSpace(
  client: Client,
  id: string,
  change: Database['public']['Tables']['spaces']['Update'],
): Promise<void> {
  await client.from('spaces').update(change).eq('id', id).select('id').single().throwOnError()
}

/** Copies a space and returns the copy's id. Guests cannot see the copy until the host opens it. */
export async function duplicateListing(client: Client, id: string): Promise<string> {
  const { data } = await client.rpc('duplicate_space', { p_space_id: id }).throwOnError()
  return data
}

/**
 * Deletes a space. Throws an error with the reason if the space has upcoming bookings or requests;
 * see `firstBookingDay`.
 */
export async function removeListing(client: Client, id: string): Promise<void> {
  await client.rpc('remove_space', { p_space_id: id }).throwOnError()
}

/**
 * Reads an error of `removeListing`. Returns the local day (YYYY-MM-DD) of the first booking or
 * request that prevents the deletion; undefined if the error has another cause.
 */
export function firstBookingDay(error: unknown): string | undefined {
  const { details, hint } = error as { details?: unknown; hint?: string | null }
  return details === 'bookings_ahead' && hint ? hint : undefined
}

/** Returns true if the currency could not change, because the space has prices by day and hour. */
export const hasPriceRules = (error: unknown) =>
  (error as { details?: unknown }).details === 'has_price_rules'

/** A change of a listing, with the value of each changed field before and after the change. */
type ListingChange = {
  id: number
  changed_at: string
  changes: Record<string, [before: unknown, after: unknown]>
}

export const listingHistory = (hostId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...listingKeys.ofUser(hostId), 'history', id],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client
        .from('space_changes')
        .select('id, changed_at, changes')
        .eq('space_id', id)
        .order('id', { ascending: false })
        .limit(20)
        .throwOnError()
      return data as ListingChange[]
    },
    enabled: hostId !== undefined,
  })

/**
 * Typical hourly prices of nearby spaces as decimals, for spaces of the same type or of all types.
 */
type PriceHint = {
  scope: 'city' | 'country'
  same_type: boolean
  spaces: number
  low: number
  high: number
}

/** Query options of a price hint. The data is null if too few comparable spaces exist. */
export const priceHint = (
  place: { type: string; location: string; country: string; currency: string },
  exceptId: string | null,
) =>
  queryOptions({
    queryKey: ['price hint', place, exceptId],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client
        .rpc('price_hint', {
          p_type: place.type,
          p_location: place.location,
          p_country: place.country,
          p_currency: place.currency,
          ...(exceptId && { p_except: exceptId }),
        })
        .throwOnError()
      return data as PriceHint | null
    },
    enabled: Boolean(place.type && place.location && place.country),
  })
