import { data, type MetaDescriptor } from 'react-router'
import type { Route } from './+types/san-jose'
import { cityOf } from '#web/content/cities.ts'
import { sanJose } from '#web/content/cities/popular.ts'
import { containsLocationFilter } from './city-place.ts'
import { CuratedCity } from './curated.tsx'
import { loadCity } from './load.server.ts'
import { cityMeta } from './city-meta.ts'

/**
 * The page of San Jose, which includes the surrounding county and does not use the city template.
 */
export async function loader({ url }: Route.LoaderArgs) {
  const city = cityOf(sanJose.slug)
  if (!city) throw data('Location not found', { status: 404 })
  const loaded = await loadCity(url, city, containsLocationFilter(city))
  return data(loaded, { status: loaded.page.error ? 503 : 200 })
}

export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  return loaderData ? cityMeta(loaderData, matches) : []
}

export default function SanJose({ loaderData }: Route.ComponentProps) {
  return (
    <CuratedCity
      {...loaderData}
      emptyText="No spaces currently available in San Jose. Check back soon!"
    />
  )
}
