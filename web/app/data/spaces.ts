import type { Currency } from '#domain/money.ts'
import type { Client } from './client.ts'
import { searchPatterns, type SpaceFilter } from './spaces-filter.ts'

/** What a card shows of a space, and what a list is ordered and filtered by. `price` is decimal per hour. */
export type ListedSpace = {
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
  available: boolean
  status: string
  rating: number
  reviewCount: number
  created_at: string
}

/** Where a page of spaces ended: the next one begins after it. */
export type SpaceCursor = Pick<ListedSpace, 'created_at' | 'id'>

export type SpacePage = {
  spaces: ListedSpace[]
  /** Null when there is nothing further. */
  next: SpaceCursor | null
}

/** Spaces a list shows at first, and adds with each 'Show more'. */
const pageSize = 24

const columns =
  'id, slug, title, type, price, currency, location, country, amenities, images, available, status, rating, reviewCount, created_at' as const

/** Spaces that pass the filter, newest first. Throws what the data service answers otherwise. */
export async function listSpaces(
  client: Client,
  filter: SpaceFilter,
  { after, limit = pageSize }: { after?: SpaceCursor | null; limit?: number } = {},
): Promise<SpacePage> {
  let query = client.from('spaces').select(columns)
  for (const pattern of searchPatterns(filter.text)) query = query.ilike('search_text', pattern)
  if (filter.type) query = query.eq('type', filter.type)
  if (filter.location) query = query.eq('location', filter.location)
  if (filter.locationContains)
    query = query.or(filter.locationContains.map((part) => `location.ilike."*${part}*"`).join())
  if (filter.countries) query = query.in('country', [...filter.countries])
  if (filter.exceptCountry) query = query.neq('country', filter.exceptCountry)
  if (after) {
    const { created_at, id } = after
    // The first condition says the same more loosely, and lets the index start at the cursor.
    query = query
      .lte('created_at', created_at)
      .or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt."${id}")`)
  }
  const { data, error } = await query
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit + 1)
  if (error) throw error

  const spaces = data.slice(0, limit).map((space) => inListedForm(space as ListedSpace))
  const last = spaces.at(-1)
  return {
    spaces,
    next: last && data.length > limit ? { created_at: last.created_at, id: last.id } : null,
  }
}

/** Rows of one answer while places are collected; the data service gives no more at once. */
const batchSize = 1000

/** Every place that has a space, in alphabetical order. */
export async function spaceLocations(client: Client): Promise<string[]> {
  const locations = new Set<string>()
  for (let last = ''; ; last = [...locations].at(-1) ?? '') {
    const { data, error } = await client
      .from('spaces')
      .select('location')
      .gt('location', last)
      .order('location')
      .limit(batchSize)
    if (error) throw error
    for (const { location } of data) locations.add(location)
    if (data.length < batchSize) break
  }
  return [...locations].sort((a, b) => a.localeCompare(b, 'en'))
}

/** The part of a row that lists know, whatever else came with it. */
export function inListedForm(row: ListedSpace): ListedSpace {
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
    available: row.available,
    status: row.status,
    rating: Number(row.rating),
    reviewCount: Number(row.reviewCount),
    created_at: row.created_at,
  }
}
