import { homeCountry, regionOf } from '#web/content/regions.ts'
import { defaultOrder, isSpaceOrder, type SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpaceCursor } from '#web/data/spaces.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'

const keys = ['q', 'type', 'location', 'region', 'sort', 'after'] as const

/** What the address says of the list below it; unknown regions, orders and broken cursors are dropped. */
export function readQuery(search: string | URLSearchParams): SpacesQuery {
  const parameters = new URLSearchParams(search)
  const query: SpacesQuery = {}
  for (const key of keys) {
    // Of several the last counts: a chip that was pressed stands after the choices of its form.
    // No text of the database has a NUL, and none can be compared with one.
    const value = parameters.getAll(key).at(-1)?.replaceAll('\0', '').trim()
    if (value) query[key] = value.slice(0, 200)
  }
  if (!regionOf(query.region)) delete query.region
  if (!isSpaceOrder(query.sort)) delete query.sort
  if (!readCursor(query.after)) delete query.after
  return query
}

/** The filter a query stands for. */
export function filterOf({ q, type, location, region, sort }: SpacesQuery): SpaceFilter {
  const countries = regionOf(region)?.countries
  return {
    ...(q && { text: q }),
    ...(type && { type }),
    ...(location && { location }),
    ...(countries && { countries }),
    ...(isSpaceOrder(sort) && sort !== defaultOrder && { order: sort }),
  }
}

/** Spaces of the home country. */
export const homeFilter: SpaceFilter = { countries: [homeCountry] }

/** Spaces abroad, within a region when one is chosen. */
export function abroadFilter(region: string | undefined): SpaceFilter {
  return { ...filterOf({ region }), exceptCountry: homeCountry }
}

/** True when anything narrows the list. */
export function isNarrowed({ q, type, location, region }: SpacesQuery): boolean {
  return Boolean(q ?? type ?? location ?? region)
}

/** A cursor as it stands in an address. */
export function writeCursor(cursor: SpaceCursor): string {
  return cursor
}

/** The key of a space in one of its orders: digits, then its id. */
const cursorPattern = /^\d{12,18}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads what `writeCursor` wrote, or null. */
export function readCursor(text: string | undefined): SpaceCursor | null {
  return text && cursorPattern.test(text) ? text : null
}
