import { homeCountry, regionOf } from '#web/content/regions.ts'
import { defaultOrder, isSpaceOrder, type SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpaceCursor } from '#web/data/spaces.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'

const keys = ['q', 'type', 'location', 'region', 'sort', 'after'] as const

/** Reads the filters of a space list from the URL and ignores invalid values. */
export function readQuery(search: string | URLSearchParams): SpacesQuery {
  const parameters = new URLSearchParams(search)
  const query: SpacesQuery = {}
  for (const key of keys) {
    // Uses the last value, because a pressed chip's value follows the form field's value. Removes
    // NUL characters, which PostgreSQL rejects.
    const value = parameters.getAll(key).at(-1)?.replaceAll('\0', '').trim()
    if (value) query[key] = value.slice(0, 200)
  }
  if (!regionOf(query.region)) delete query.region
  if (!isSpaceOrder(query.sort)) delete query.sort
  if (!readCursor(query.after)) delete query.after
  return query
}

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

export const homeFilter: SpaceFilter = { countries: [homeCountry] }

export function abroadFilter(region: string | undefined): SpaceFilter {
  return { ...filterOf({ region }), exceptCountry: homeCountry }
}

export function isNarrowed({ q, type, location, region }: SpacesQuery): boolean {
  return Boolean(q ?? type ?? location ?? region)
}

/** Format of a cursor's sort key: digits followed by the id of a space. */
const cursorPattern = /^\d{12,18}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Decodes a list cursor from the URL; returns null if the cursor is invalid. */
export function readCursor(text: string | undefined): SpaceCursor | null {
  return text && cursorPattern.test(text) ? text : null
}
