import { homeCountry, regionOf } from '#web/content/regions.ts'
import type { SpaceCursor } from '#web/data/spaces.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'

const keys = ['q', 'type', 'location', 'region', 'after'] as const

/** What the address says of the list below it; unknown regions and broken cursors are dropped. */
export function readQuery(search: string | URLSearchParams): SpacesQuery {
  const parameters = new URLSearchParams(search)
  const query: SpacesQuery = {}
  for (const key of keys) {
    const value = parameters.get(key)?.trim()
    if (value) query[key] = value.slice(0, 200)
  }
  if (!regionOf(query.region)) delete query.region
  if (!readCursor(query.after)) delete query.after
  return query
}

/** The filter a query stands for. */
export function filterOf({ q, type, location, region }: SpacesQuery): SpaceFilter {
  const countries = regionOf(region)?.countries
  return {
    ...(q && { text: q }),
    ...(type && { type }),
    ...(location && { location }),
    ...(countries && { countries }),
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
export function writeCursor({ created_at, id }: SpaceCursor): string {
  return `${created_at}_${id}`
}

const cursorPattern = /^(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+))_([0-9a-f-]{36})$/

/** Reads what `writeCursor` wrote, or null. */
export function readCursor(text: string | undefined): SpaceCursor | null {
  const [, created_at, id] = cursorPattern.exec(text ?? '') ?? []
  return created_at && id ? { created_at, id } : null
}
