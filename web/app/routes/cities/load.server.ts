import type { City } from '#web/content/cities/city.ts'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { locationRates, locationTypes } from '#web/data/city-figures.ts'
import { loadFacets, loadSpaces, loadSpaceTypes } from '#web/features/spaces/load-spaces.ts'
import { loadAlternatives } from '#web/features/spaces/other-times.ts'
import { filterOf, isNarrowed, readCursor } from '#web/features/spaces/space-query.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { cityQuery, containsLocationFilter, exactLocationFilter, rateOf } from './city-place.ts'

const listed = 12

/**
 * Loads a city's spaces, by default newest first. Does not throw. If loading fails, `page.error`
 * contains the error text.
 */
export async function loadCity(url: URL, city: City, typeName?: string) {
  const client = serverClient()
  const hasFigures = city.figures !== undefined && typeName === undefined
  const query = cityQuery(url.searchParams)
  const place = {
    ...(hasFigures ? exactLocationFilter(city) : containsLocationFilter(city)),
    ...(typeName !== undefined && { type: typeName }),
  }
  const filterWithPlace = (query: SpacesQuery) => ({ ...filterOf(query), ...place })
  const filter = filterWithPlace(query)
  const [page, facets, allTypes, counts, rates] = await Promise.all([
    loadSpaces(client, filter, { after: readCursor(query.after), limit: listed }),
    loadFacets(client, filter),
    loadSpaceTypes(client),
    // If the counts fail to load, the page hides its links to space types.
    locationTypes(client, containsLocationFilter(city)).catch((error: unknown) => {
      console.error('Failed to count the types of', city.name, error)
      return new Map<string, number>()
    }),
    hasFigures && loadRates(city),
  ])
  const types = allTypes.value.flatMap(({ name, label }) => {
    const spaces = counts.get(name)
    return spaces ? [{ name, label, spaces }] : []
  })
  const known = allTypes.value.find(({ name }) => name === typeName)
  const type = typeName === undefined ? null : { name: typeName, label: known?.label ?? typeName }
  const rate = rates ? rateOf(rates) : null
  const alternatives = await loadAlternatives(page, client, query, allTypes.value, filterWithPlace)
  return {
    city,
    place,
    filter,
    page,
    facets,
    ...alternatives,
    types,
    type,
    isKnownType: known !== undefined,
    isFiltered: isNarrowed(query),
    rate,
    siteUrl: publicEnvironment().siteUrl,
  }
}

/** Loads the mean prices of a city; an empty list if the request fails. */
function loadRates({ name }: City) {
  return locationRates(serverClient(), name).catch((error: unknown) => {
    console.error('Failed to fetch the rates of', name, error)
    return []
  })
}
