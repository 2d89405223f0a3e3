import type { Currency } from '@hourspace/domain/money.ts'
import type { Client } from './client.ts'
import {
  anyPattern,
  containing,
  defaultOrder,
  keyOf,
  type OrderKeys,
  searchPatterns,
  type SpaceFilter,
  spaceOrders,
} from './spaces-filter.ts'

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
  amenities: string[]
  images: string[]
  /** Blurred preview of each image, in the order of `images`; '' for an image without a preview. */
  image_previews: string[]
  available: boolean
  status: string
  rating: number
  reviewCount: number
}

/** Cursor of a page: the sort key of its last space. */
export type SpaceCursor = string

export type SpacePage = {
  spaces: ListedSpace[]
  next: SpaceCursor | null
}

const pageSize = 24

const columns =
  'id, slug, title, type, price, currency, location, country, amenities, images, image_previews, available, status, rating, reviewCount' as const

export async function listSpaces(
  client: Client,
  filter: SpaceFilter,
  { after, limit = pageSize }: { after?: SpaceCursor | null; limit?: number } = {},
): Promise<SpacePage> {
  const order = filter.order ?? defaultOrder
  const { column, ascending } = spaceOrders[order]
  let query = client.from('listed_spaces').select(`${columns}, ${column}`)
  for (const patterns of searchPatterns(filter.text))
    query = query.or(anyPattern('search_text', patterns))
  if (filter.type) query = query.eq('type', filter.type)
  if (filter.location) query = query.eq('location', filter.location)
  if (filter.locationContains)
    query = query.or(anyPattern('location_text', filter.locationContains.map(containing)))
  if (filter.countries) query = query.in('country', [...filter.countries])
  if (filter.exceptCountry) query = query.neq('country', filter.exceptCountry)
  if (after) query = ascending ? query.gt(column, after) : query.lt(column, after)
  const { data: rows, error } = await query
    .order(column, { ascending })
    .limit(limit + 1)
    .overrideTypes<ListedSpace[], { merge: false }>()
  if (error) throw error

  const spaces = rows.slice(0, limit).map(toListedSpace)
  const last = spaces.at(-1)
  return { spaces, next: last && rows.length > limit ? keyOf(last, order) : null }
}

/** Picks the fields of a listed space from a database row or a Realtime change. */
export function toListedSpace(row: ListedSpace): ListedSpace {
  const { newest_key, rating_key, price_key } = row
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    type: row.type,
    price: Number(row.price),
    currency: row.currency,
    location: row.location,
    country: row.country,
    amenities: row.amenities.slice(0, 3),
    images: row.images.slice(0, 1),
    image_previews: row.image_previews.slice(0, 1),
    available: row.available,
    status: row.status,
    rating: Number(row.rating),
    reviewCount: Number(row.reviewCount ?? 0),
    ...(newest_key && { newest_key }),
    ...(rating_key && { rating_key }),
    ...(price_key && { price_key }),
  }
}
