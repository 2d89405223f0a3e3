/**
 * A tag names data on which a cached page depends. A change of the data removes the page from the
 * cache. The tag of a space, by id or slug, includes its reviews, extras, booking rules and taken
 * times.
 */
export type PageTag =
  'spaces' | 'space_types' | `space:${string}` | `slug:${string}` | `profile:${string}`

/** Tables whose changes can affect a cached public page. */
export const pageTables = [
  'spaces',
  'space_types',
  'reviews',
  'space_availability',
  'space_extras',
  'space_opening_hours',
  'space_date_exceptions',
  'space_price_rules',
  'space_length_discounts',
  'profiles',
] as const

/** Resources of the data API (tables, views, functions) that list or count spaces. */
const spaceLists = new Set([
  'space_locations',
  'space_countries',
  'location_rates',
  'location_types',
  'rpc/sitemap_spaces',
  'rpc/sitemap_hosts',
  'rpc/host_figures',
])

/**
 * Returns the tags of the data that a loader requests at `url` from the data API. Returns null if
 * no tag covers the data. The page is then not cached.
 */
export function tagsOfRequest(url: URL): PageTag[] | null {
  const resource = /\/rest\/v1\/(.+)$/.exec(url.pathname)?.[1] ?? ''
  const valueOf = (column: string) => /^eq\.(.+)$/.exec(url.searchParams.get(column) ?? '')?.[1]
  if (spaceLists.has(resource)) return ['spaces']
  switch (resource) {
    case 'rpc/search_spaces':
    case 'rpc/space_facets':
      return tagsOfSearch(url.searchParams.get('filter') ?? '{}')
    case 'rpc/next_free_starts': {
      const ids = url.searchParams.get('ids')?.match(/[0-9a-f-]{36}/g) ?? []
      return ids.map((id) => `space:${id}` as const)
    }
    case 'exchange_rates':
      return []
    case 'space_types':
      return ['space_types']
    case 'rpc/similar_spaces':
    case 'rpc/slots_of_days': {
      const id = url.searchParams.get('p_space_id')
      return id ? [`space:${id}`] : null
    }
    case 'spaces': {
      const ids = /^in\.\((.+)\)$/.exec(url.searchParams.get('id') ?? '')?.[1]?.split(',')
      if (ids) return ids.map((id) => `space:${id}` as const)
      const [id, slug] = [valueOf('id'), valueOf('slug')]
      return [id ? `space:${id}` : slug ? `slug:${slug}` : 'spaces']
    }
    case 'space_reviews':
    case 'review_counts':
    case 'review_aspects':
    case 'space_extras':
    case 'taken_times': {
      const id = valueOf('space_id')
      return id ? [`space:${id}`] : null
    }
    case 'people': {
      const id = valueOf('id')
      return id ? [`profile:${id}`] : null
    }
    default:
      return null
  }
}

/**
 * Returns the tags of the data that a search reads. Returns null for a search by time, because any
 * booking can change its result.
 */
function tagsOfSearch(filter: string): PageTag[] | null {
  const { date, text } = JSON.parse(filter) as { date?: string; text?: string }
  if (date) return null
  return text ? ['spaces', 'space_types'] : ['spaces']
}

/** A changed row of one of the `pageTables`. A deleted row contains only its primary key. */
export type PageChange = {
  table: (typeof pageTables)[number]
  row: { id?: string; slug?: string | null; space_id?: string }
}

/** Returns the tags of the data that a row change affects; null if it can affect any page. */
export function tagsOfChange({ table, row }: PageChange): PageTag[] | null {
  switch (table) {
    case 'space_types':
      return ['space_types']
    case 'profiles':
      return row.id ? [`profile:${row.id}`] : null
    case 'spaces':
      if (!row.id) return null
      return ['spaces', `space:${row.id}`, ...(row.slug ? [`slug:${row.slug}` as const] : [])]
    case 'reviews':
    case 'space_availability':
    case 'space_extras':
    case 'space_opening_hours':
    case 'space_date_exceptions':
    case 'space_price_rules':
    case 'space_length_discounts':
      return row.space_id ? [`space:${row.space_id}`] : null
  }
}
