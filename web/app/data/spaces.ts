import type { Currency } from '@hourspace/domain/money.ts'
import type { Client } from './client.ts'
import { type OrderKeys, orderOf, spaceOrders, type SpaceFilter } from './spaces-filter.ts'

/** A space in a public list. `price` is a decimal amount per hour. */
export type ListedSpace = OrderKeys & {
  id: string
  slug: string | null
  title: string
  type: string
  price: number
  currency: Currency
  location: string
  country: string
  /** `time_zone` is an IANA name, such as Asia/Tokyo. */
  time_zone: string
  capacity: number
  /** Public coordinates in degrees, 200 to 400 meters from the exact address. */
  latitude: number | null
  longitude: number | null
  amenities: string[]
  cancellation_policy: string
  booking_mode: string
  images: string[]
  /**
   * `image_previews` are blurred previews in the order of `images`; '' for an image without a
   * preview.
   */
  image_previews: string[]
  available: boolean
  status: string
  rating: number
  reviewCount: number
  /**
   * `free_from` is the start of the free hours that a search by time found, as an ISO instant.
   * Spaces in other lists have no `free_from`.
   */
  free_from?: string
  /**
   * `free_hours` is the length in hours that a search by date or length looked for: the filter's
   * hours, or else the minimum duration of the space.
   */
  free_hours?: number
  /**
   * `free_total` is the decimal price of `free_hours` with the platform fee. Only set if the space
   * has booking rules.
   */
  free_total?: number
  /**
   * `total_varies` is true if the price depends on the time. `free_total` is then the lowest price.
   */
  total_varies?: boolean
  /**
   * `next_free` is the start of the space's next free hour, as an ISO instant; null if no hour is
   * free within 60 days.
   */
  next_free?: string | null
}

/** Cursor of a page of spaces: the sort key of the page's last space. */
export type SpaceCursor = string

export type SpacePage = {
  spaces: ListedSpace[]
  next: SpaceCursor | null
  /**
   * `corrections` lists the misspelled words of the search text, each with the word that was
   * searched instead.
   */
  corrections: { from: string; to: string }[]
  /**
   * `ignored` are words that the search left out, because no space matched all words of the text.
   */
  ignored: string[]
}

type Facet = { name: string; count: number }

export type SpaceFacets = {
  /**
   * `total` is the number of matching spaces. 1,001 means more than 1,000. For searches by date or
   * length, `total` is an estimate.
   */
  total: number
  /** `amenities` are the most frequent amenities of the matching spaces. */
  amenities: Facet[]
  policies: Facet[]
}

const pageSize = 24

export async function listSpaces(
  client: Client,
  filter: SpaceFilter,
  { after, limit = pageSize }: { after?: SpaceCursor | null; limit?: number } = {},
): Promise<SpacePage> {
  const request = {
    filter: JSON.stringify(filter),
    page_size: limit,
    ...(after && { after }),
  }
  const { data } = await client.rpc('search_spaces', request, { get: true }).throwOnError()
  const page = data as Omit<SpacePage, 'spaces'> & { spaces: (ListedSpace & { key: string })[] }
  const { column } = spaceOrders[orderOf(filter)]
  const spaces = page.spaces.map(({ key, ...space }) => toListedSpace({ ...space, [column]: key }))
  return { ...page, spaces }
}

/**
 * Counts the matching spaces, up to 1,001, in total, per amenity and per cancellation policy. The
 * counts per policy ignore the filter's policies. If more than 200 spaces match, the counts per
 * amenity and policy are estimates from 200 of them.
 */
export async function spaceFacets(client: Client, filter: SpaceFilter): Promise<SpaceFacets> {
  const { data } = await client
    .rpc('space_facets', { filter: JSON.stringify(filter) }, { get: true })
    .throwOnError()
  return data as SpaceFacets
}

/**
 * Returns the next free hour of each of at most 100 spaces; null for a space without a free hour
 * within 60 days.
 */
export async function nextFreeStarts(
  client: Client,
  ids: readonly string[],
): Promise<Record<string, string | null>> {
  if (ids.length === 0) return {}
  const { data } = await client
    .rpc('next_free_starts', { ids: [...ids] }, { get: true })
    .throwOnError()
  const starts = new Map(data.map(({ space_id, start_time }) => [space_id, start_time]))
  return Object.fromEntries(ids.map((id) => [id, starts.get(id) ?? null]))
}

export const listedColumns =
  'id, slug, title, type, price, currency, location, country, time_zone, capacity, latitude, longitude, amenities, cancellation_policy, booking_mode, images, image_previews, available, status, rating, reviewCount' as const

/** Returns public spaces by id, in the order of the ids. */
export async function spacesById(client: Client, ids: readonly string[]): Promise<ListedSpace[]> {
  if (ids.length === 0) return []
  const { data } = await client
    .from('spaces')
    .select(listedColumns)
    .in('id', [...ids])
    .overrideTypes<ListedSpace[], { merge: false }>()
    .throwOnError()
  const byId = new Map(data.map((space) => [space.id, toListedSpace(space)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export function toListedSpace(row: ListedSpace): ListedSpace {
  const { match_key, newest_key, rating_key, price_key } = row
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    type: row.type,
    price: Number(row.price),
    currency: row.currency,
    location: row.location,
    country: row.country,
    time_zone: row.time_zone,
    capacity: row.capacity,
    latitude: row.latitude,
    longitude: row.longitude,
    amenities: row.amenities.slice(0, 3),
    cancellation_policy: row.cancellation_policy,
    booking_mode: row.booking_mode,
    images: row.images.slice(0, 1),
    image_previews: row.image_previews.slice(0, 1),
    available: row.available,
    status: row.status,
    rating: Number(row.rating),
    reviewCount: Number(row.reviewCount ?? 0),
    ...(row.free_from && { free_from: row.free_from }),
    ...(row.free_hours && { free_hours: row.free_hours }),
    ...(row.free_total != null && { free_total: Number(row.free_total) }),
    ...(row.total_varies && { total_varies: true }),
    ...(match_key && { match_key }),
    ...(newest_key && { newest_key }),
    ...(rating_key && { rating_key }),
    ...(price_key && { price_key }),
  }
}
