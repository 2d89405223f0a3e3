import { folded } from '@hourspace/domain/folding.ts'
import type { Currency } from '@hourspace/domain/money.ts'

/**
 * Sort orders of space lists. Each sorts by one unique key, so that a cursor needs only this key.
 */
export const spaceOrders = {
  /** The default order of a search by text: best matching words first, then rating. */
  'best-match': {
    label: 'Best match',
    said: 'best match first',
    column: 'match_key',
    ascending: false,
  },
  newest: { label: 'Newest', said: 'newest first', column: 'newest_key', ascending: false },
  'top-rated': {
    label: 'Top rated',
    said: 'best rated first',
    column: 'rating_key',
    ascending: false,
  },
  'price-low': {
    label: 'Price: low to high',
    said: 'lowest price first',
    column: 'price_key',
    ascending: true,
  },
  'price-high': {
    label: 'Price: high to low',
    said: 'highest price first',
    column: 'price_key',
    ascending: false,
  },
} as const

export type SpaceOrder = keyof typeof spaceOrders

export const defaultOrder: SpaceOrder = 'newest'

export function orderOf({ order, text }: SpaceFilter): SpaceOrder {
  return order ?? (text ? 'best-match' : defaultOrder)
}

/** Sort keys of a space. A space in a list has only the key of the list's sort order. */
export type OrderKeys = {
  match_key?: string
  newest_key?: string
  rating_key?: string
  price_key?: string
}

export function isSpaceOrder(text: string | undefined): text is SpaceOrder {
  return text !== undefined && Object.hasOwn(spaceOrders, text)
}

export function keyOf(space: OrderKeys, order: SpaceOrder): string {
  return space[spaceOrders[order].column] ?? ''
}

/**
 * Compares two sort keys by bytes, as the database does. Returns a negative number if `a` comes
 * before `b`.
 */
export function compareKeys(a: string, b: string, order: SpaceOrder): number {
  if (a === b) return 0
  return a < b === spaceOrders[order].ascending ? -1 : 1
}

export type CancellationPolicy = 'flexible' | 'moderate' | 'strict'

/** Map bounds in degrees. West is greater than east if the bounds cross the 180th meridian. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** Filters for a list of spaces. Also the argument of the SQL functions that list spaces. */
export type SpaceFilter = {
  ids?: readonly string[]
  /**
   * `text` is the search text. It matches places, types, amenities, and words of titles and
   * descriptions.
   */
  text?: string
  type?: string
  location?: string
  /**
   * `locationContains`: the space's location contains one of these names, ignoring case and
   * accents.
   */
  locationContains?: readonly string[]
  countries?: readonly string[]
  exceptCountry?: string
  exceptCountries?: readonly string[]
  /** `date` (YYYY-MM-DD): only spaces that are free on that local day match. */
  date?: string
  /**
   * `from` is a local start time such as `14:00` on `date`. Without `from`, spaces match if any
   * start of the day is free.
   */
  from?: string
  /**
   * `hours` is the length of the booking, from 1 to 24. Only spaces that allow this length match. A
   * search by date without `hours` uses the minimum duration of each space.
   */
  hours?: number
  guests?: number
  /**
   * `max` is the maximum price of `hours` including the platform fee, as a decimal amount. Without
   * `date`, a space matches if its lowest price is at most `max`. Without `date` and `hours`, `max`
   * is the maximum price of one hour.
   */
  max?: number
  /** `currency` is the currency of `max`; USD by default. */
  currency?: Currency
  /** `amenities`: the space has all of these amenities. */
  amenities?: readonly string[]
  policies?: readonly CancellationPolicy[]
  /** `instant`: only spaces that guests can book without the host's approval. */
  instant?: true
  minRating?: number
  bounds?: Bounds
  order?: SpaceOrder
}

/** Returns whether the browser can apply the filter with `matchesFilter`. */
export function isDecidableInBrowser(filter: SpaceFilter): boolean {
  const { ids, text, date, hours, max, amenities } = filter
  return !ids && !text && !date && hours === undefined && max === undefined && !amenities
}

/** Returns a LIKE pattern for text that contains `part`, compared without case and accents. */
export function containing(part: string): string {
  return `%${folded(part).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Returns PostgREST's `or` condition, which is true if `column` matches one of the patterns. */
export function anyPattern(column: string, patterns: readonly string[]): string {
  const quoted = patterns.map((pattern) => {
    // Replaces `*` with `_` (any character), because PostgREST reads `*` as `%` and has no escape.
    const escaped = pattern.replaceAll('*', '_').replaceAll(/["\\]/g, String.raw`\$&`)
    return `${column}.like."${escaped}"`
  })
  return quoted.join()
}

type FilteredSpace = {
  location: string
  country: string
  type: string
  capacity?: number
  cancellation_policy?: string
  booking_mode?: string
  rating?: number
  latitude?: number | null
  longitude?: number | null
}

/**
 * Returns whether a space received through Realtime matches a filter. Only the database can filter
 * by text, time, price or amenities, because such filters need data that the browser does not have.
 * If `isDecidableInBrowser` returns false, the caller must reload the list instead.
 */
export function matchesFilter(space: FilteredSpace, filter: SpaceFilter): boolean {
  const { guests, policies, instant, minRating, bounds } = filter
  return (
    (!filter.type || space.type === filter.type) &&
    (!filter.location || space.location === filter.location) &&
    (!filter.locationContains ||
      filter.locationContains.some((part) => folded(space.location).includes(folded(part)))) &&
    (!filter.countries || filter.countries.includes(space.country)) &&
    space.country !== filter.exceptCountry &&
    !filter.exceptCountries?.includes(space.country) &&
    (guests === undefined || (space.capacity ?? 0) >= guests) &&
    (!policies || policies.some((policy) => policy === space.cancellation_policy)) &&
    (!instant || space.booking_mode === 'instant') &&
    (minRating === undefined || (space.rating ?? 0) >= minRating) &&
    (!bounds || isWithin(space, bounds))
  )
}

function isWithin({ latitude, longitude }: FilteredSpace, bounds: Bounds): boolean {
  if (latitude == null || longitude == null) return false
  const [west, south, east, north] = bounds
  const isBetween =
    west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
  return isBetween && latitude >= south && latitude <= north
}
