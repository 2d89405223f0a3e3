import { data, redirect, type MetaDescriptor } from 'react-router'
import type { Route } from './+types/city'
import { cityOf } from '#web/content/cities.ts'
import { containsLocationFilter } from './city-place.ts'
import { paths } from '#web/lib/paths.ts'
import { CuratedCity } from './curated.tsx'
import { loadCity } from './load.server.ts'
import { cityMeta } from './city-meta.ts'
import { LocationNotFound, notFoundMeta } from './not-found.tsx'

export async function loader({ params, url }: Route.LoaderArgs) {
  const slug = params.city.toLowerCase()
  const city = cityOf(slug)
  if (!city) return data({ found: null }, { status: 404 })
  if (slug !== params.city) throw redirect(paths.city(slug), 301)

  const loaded = await loadCity(url, city, containsLocationFilter(city))
  return data({ found: loaded }, { status: loaded.page.error ? 503 : 200 })
}

export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  return loaderData?.found ? cityMeta(loaderData.found, matches) : notFoundMeta
}

export default function City({ loaderData: { found } }: Route.ComponentProps) {
  if (!found) return <LocationNotFound />
  return <CuratedCity {...found} emptyText={`No spaces in ${found.city.name} yet.`} />
}
