import type { Route } from './+types/templated'
import { data, type MetaDescriptor } from 'react-router'
import { cityOf } from '#web/content/cities.ts'
import { serverClient } from '#web/data/backend.server.ts'
import { locationRates } from '#web/data/city-figures.ts'
import { paths } from '#web/lib/paths.ts'
import { CityHero } from './city-hero.tsx'
import { cityCrumbs, cityMeta } from './city-meta.ts'
import { exactLocationFilter, rateOf } from './city-place.ts'
import { CityLinks, CityStatistics, OwnASpace, PopularAreas } from './city-sections.tsx'
import { CitySpaces } from './city-spaces.tsx'
import { loadCity } from './load.server.ts'

/** The page of one of the nine cities with a templated page. */
export async function loader({ url }: Route.LoaderArgs) {
  const city = cityOf(url.pathname.slice(1).toLowerCase())
  if (!city?.figures || !city.areas) throw data('Location not found', { status: 404 })

  const { figures, areas } = city
  const [loaded, rates] = await Promise.all([
    loadCity(url, city, exactLocationFilter(city)),
    locationRates(serverClient(), city.name).catch((error: unknown) => {
      console.error('Failed to fetch the rates of', city.name, error)
      return []
    }),
  ])
  const status = loaded.page.error ? 503 : 200
  return data({ ...loaded, figures, areas, rate: rateOf(rates) }, { status })
}

export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  return loaderData ? cityMeta(loaderData, matches) : []
}

export default function TemplatedCity({ loaderData }: Route.ComponentProps) {
  const { city, filter, page, types, figures, areas, rate } = loaderData
  return (
    <div key={city.slug} className="flex flex-col gap-10 pb-16 sm:gap-16 sm:pb-24">
      <CityHero {...city} crumbs={cityCrumbs} />
      <CityStatistics name={city.name} rate={rate} figures={figures} />
      <PopularAreas city={city.name} areas={areas} />
      <CitySpaces
        city={city}
        title={`Spaces in ${city.name}`}
        filter={filter}
        page={page}
        types={types}
        emptyText={`No spaces in ${city.name} yet.`}
        path={paths.city(city.slug)}
        wider={{ label: 'spaces in every city', to: paths.explore() }}
      />
      <OwnASpace city={city.name} isFirst={page.value.spaces.length === 0} />
      <CityLinks title="Other cities" except={city.slug} />
    </div>
  )
}
