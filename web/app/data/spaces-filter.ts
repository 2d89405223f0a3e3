import { folded } from '@hourspace/domain/folding.ts'
import type { Currency } from '@hourspace/domain/money.ts'

/** Sort orders of space lists. Each sorts by a unique column, so its cursor is a single value. */
export const spaceOrders = {
  /** The default order of a search by text: matching words first, then rating. */
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

/** Compares two sort keys by bytes, as the database does. Negative if `a` comes before `b`. */
export function compareKeys(a: string, b: string, order: SpaceOrder): number {
  if (a === b) return 0
  return a < b === spaceOrders[order].ascending ? -1 : 1
}

export type CancellationPolicy = 'flexible' | 'moderate' | 'strict'

/** [west, south, east, north] in degrees. West is greater than east across the antimeridian. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

/**
 * Filters for a list of spaces. Also passed as the argument to the SQL functions that read such
 * lists.
 */
export type SpaceFilter = {
  /** What the user typed: places, types, amenities, words of titles and descriptions. */
  text?: string
  type?: string
  location?: string
  /** The location has to contain one of these names, ignoring case and accents. */
  locationContains?: readonly string[]
  countries?: readonly string[]
  exceptCountry?: string
  exceptCountries?: readonly string[]
  /** `2026-12-05` in the time of each space: only spaces that are free on that day. */
  date?: string
  /** `14:00` in the time of each space, on `date`; without it any start of the day. */
  from?: string
  /** Number of free hours, 1 to 24; 1 by default. */
  hours?: number
  guests?: number
  /** Maximum all-in price of `hours` (rental and platform fee) as a decimal amount. */
  max?: number
  /** The currency of `max`; USD by default. */
  currency?: Currency
  /** The space has to have all of these amenities. */
  amenities?: readonly string[]
  policies?: readonly CancellationPolicy[]
  /** Only spaces that are booked without an answer of the host. */
  instant?: true
  minRating?: number
  bounds?: Bounds
  order?: SpaceOrder
}

/** Returns whether `matchesFilter` can apply the filter. */
export function isDecidableInBrowser({ text, date, max, amenities }: SpaceFilter): boolean {
  return !text && !date && max === undefined && !amenities
}

/** Returns a LIKE pattern that matches any folded text that contains `part`. */
export function containing(part: string): string {
  return `%${folded(part).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Returns PostgREST's `or` condition, which is true if `column` matches one of the patterns. */
export function anyPattern(column: string, patterns: readonly string[]): string {
  const quoted = patterns.map((pattern) => {
    // Replaces `*` by `_` (any character), because PostgREST reads `*` as `%` and cannot escape it.
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
 * Applies a filter in the browser to a space received through Realtime. Only the database can decide
 * a search by text (its words, corrections and rank), by time (bookings), by price (exchange rates)
 * and by amenities (a listed space has the first three only). If `isDecidableInBrowser` is false,
 * the list must be loaded again instead.
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
