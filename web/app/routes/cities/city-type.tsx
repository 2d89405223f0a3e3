import { data, redirect, type MetaDescriptor } from 'react-router'
import type { Route } from './+types/city-type'
import { cityOf } from '#web/content/cities.ts'
import { isTypeName } from '#web/data/space-types.ts'
import { containsLocationFilter } from './city-place.ts'
import { paths } from '#web/lib/paths.ts'
import { CuratedCity } from './curated.tsx'
import { loadCity } from './load.server.ts'
import { cityMeta, typeTitle } from './city-meta.ts'
import { LocationNotFound, notFoundMeta } from './not-found.tsx'

/**
 * A city page of one space type. An unknown type results in a 404; a known type without spaces in
 * the city shows an empty list.
 */
export async function loader({ params, url }: Route.LoaderArgs) {
  const [slug, name] = [params.city.toLowerCase(), params.type.toLowerCase()]
  const city = cityOf(slug)
  if (!city) return data({ found: null, city: null }, { status: 404 })
  const noType = () => data({ found: null, city: { slug, name: city.name } }, { status: 404 })
  if (!isTypeName(name)) return noType()
  if (slug !== params.city || name !== params.type) throw redirect(paths.city(slug, name), 301)

  const { allTypes, ...loaded } = await loadCity(url, city, {
    ...containsLocationFilter(city),
    type: name,
  })
  const type = allTypes.find((known) => known.name === name)
  const { error } = loaded.page
  if (!type && !error) return noType()
  const found = { ...loaded, type: { name, label: type?.label ?? name } }
  return data({ found, city: null }, { status: error ? 503 : 200 })
}

export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  return loaderData?.found
    ? cityMeta(loaderData.found, matches, loaderData.found.type)
    : notFoundMeta
}

export default function CityType({ loaderData: { found, city } }: Route.ComponentProps) {
  if (!found) return <LocationNotFound {...(city && { city })} />
  return (
    <CuratedCity {...found} emptyText={`No ${typeTitle(found.type.label, found.city.name)} yet.`} />
  )
}
