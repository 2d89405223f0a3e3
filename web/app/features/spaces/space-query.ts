import { isCurrency } from '@hourspace/domain/money.ts'
import { homeCountry, moreCountries, namedCountries, regionOf } from '#web/content/regions.ts'
import {
  type Bounds,
  type CancellationPolicy,
  defaultOrder,
  isSpaceOrder,
  type SpaceFilter,
  type SpaceOrder,
} from '#web/data/spaces-filter.ts'
import type { SpaceCursor } from '#web/data/spaces.ts'
import type { SpacesQuery, TimeQuery } from '#web/lib/paths.ts'

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const isWhole = (text: string, most: number) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= most

export function isDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^20\d\d-\d\d-\d\d$/.test(text) && day.toJSON()?.slice(0, 10) === text
}

/**
 * Repeats the names of the cancellation policies, because importing domain/cancellation.ts would
 * add all its rules to every page with a list.
 */
const policyNames: readonly CancellationPolicy[] = ['flexible', 'moderate', 'strict']

const isPolicy = (name: string): name is CancellationPolicy =>
  policyNames.some((policy) => policy === name)

function boundsOf(text: string): Bounds | undefined {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...more] =
    text.split(',').map(Number)
  const isLongitude = (degrees: number) => Math.abs(degrees) <= 180
  const isLatitude = (degrees: number) => Math.abs(degrees) <= 90
  if (![west, east].every(isLongitude) || ![south, north].every(isLatitude)) return undefined
  return south <= north && more.length === 0 ? [west, south, east, north] : undefined
}

/** Parsers of the URL parameters. Each returns '' for an invalid value. */
const readers: Record<keyof SpacesQuery, (text: string) => string> = {
  q: (text) => text,
  type: (text) => text,
  location: (text) => text,
  region: (text) => (regionOf(text) ? text : ''),
  date: (text) => (isDate(text) ? text : ''),
  from: (text) => (/^([01]\d|2[0-3]):00$/.test(text) ? text : ''),
  hours: (text) => (isWhole(text, 24) ? text : ''),
  guests: (text) => (isWhole(text, 10_000) ? text : ''),
  max: (text) => (/^\d{1,9}(\.\d{1,2})?$/.test(text) ? text : ''),
  currency: (text) => (isCurrency(text) ? text : ''),
  amenities: (text) => [...new Set(listOf(text))].slice(0, 10).join(','),
  policy: (text) => listOf(text).filter(isPolicy).join(','),
  book: (text) => (text === 'instant' ? text : ''),
  rating: (text) => (/^[1-5](\.\d)?$/.test(text) ? text : ''),
  bounds: (text) => (boundsOf(text) ? text : ''),
  sort: (text) => (isSpaceOrder(text) ? text : ''),
  after: (text) => (readCursor(text) ? text : ''),
}

/** Reads the filters of a space list from the URL and ignores invalid values. */
export function readQuery(search: string | URLSearchParams): SpacesQuery {
  const parameters = new URLSearchParams(search)
  const query: SpacesQuery = {}
  for (const key of Object.keys(readers) as (keyof SpacesQuery)[]) {
    // Uses the last value, because the value of a pressed chip comes after the value of the form
    // field. Removes NUL characters, which PostgreSQL rejects.
    const value = parameters.getAll(key).at(-1)?.replaceAll('\0', '').trim().slice(0, 300)
    const read = value && readers[key](value)
    if (read) query[key] = read
  }
  if (!query.date) delete query.from
  if (!query.max) delete query.currency
  if (!query.q && query.sort === 'best-match') delete query.sort
  return query
}

export const defaultOrderOf = ({ q }: SpacesQuery): SpaceOrder => (q ? 'best-match' : defaultOrder)

export function filterOf(query: SpacesQuery): SpaceFilter {
  const { q, type, location, region, date, from, hours, guests, max, currency, rating } = query
  const { sort } = query
  const chip = regionOf(region)
  const bounds = query.bounds && boundsOf(query.bounds)
  return {
    ...(q && { text: q }),
    ...(type && { type }),
    ...(location && { location }),
    ...(chip && 'countries' in chip && { countries: chip.countries }),
    ...(chip?.id === moreCountries.id && { exceptCountries: namedCountries }),
    ...(date && { date, ...(from && { from }) }),
    ...(hours && { hours: Number(hours) }),
    ...(guests && { guests: Number(guests) }),
    ...(max && { max: Number(max), currency: isCurrency(currency) ? currency : 'USD' }),
    ...(query.amenities && { amenities: listOf(query.amenities) }),
    ...(query.policy && { policies: listOf(query.policy).filter(isPolicy) }),
    ...(query.book && { instant: true as const }),
    ...(rating && { minRating: Number(rating) }),
    ...(bounds && { bounds }),
    ...(isSpaceOrder(sort) && sort !== defaultOrderOf(query) && { order: sort }),
  }
}

export const homeFilter: SpaceFilter = { countries: [homeCountry] }

export function abroadFilter(region: string | undefined): SpaceFilter {
  return { ...filterOf({ region }), exceptCountry: homeCountry }
}

/** Returns whether any filter is set. Order, page and currency are not filters. */
export function isNarrowed(query: SpacesQuery): boolean {
  const { sort: _, after: __, currency: ___, ...filters } = query
  return Object.values(filters).some(Boolean)
}

export const timeOf = ({ date, from, hours, guests }: SpacesQuery): TimeQuery => ({
  date,
  from,
  hours,
  guests,
})

export function toggled(list: string | undefined, value: string): string | undefined {
  const values = listOf(list ?? '')
  const others = values.filter((other) => other !== value)
  return (others.length < values.length ? others : [...values, value]).join(',') || undefined
}

export const isListed = (list: string | undefined, value: string): boolean =>
  listOf(list ?? '').includes(value)

/**
 * A cursor consists of the digits of a sort key and the id of a space. Sort keys of the order "best
 * match" have six more digits.
 */
const cursorPattern = /^\d{12,24}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the list cursor in a URL parameter; null if the cursor is invalid. */
export function readCursor(text: string | undefined): SpaceCursor | null {
  return text && cursorPattern.test(text) ? text : null
}
