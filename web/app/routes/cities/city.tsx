import type { Route } from './+types/city'
import { data, redirect, type MetaDescriptor } from 'react-router'
import { company } from '@hourspace/domain/company.ts'
import { cityOf } from '#web/content/cities.ts'
import { isTypeName } from '#web/data/space-types.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { CityHero } from './city-hero.tsx'
import { cityCrumbs, cityMeta, typeDescription, typeTitle } from './city-meta.ts'
import {
  CityLinks,
  CityStatistics,
  HighlightTiles,
  OwnASpace,
  PopularAreas,
} from './city-sections.tsx'
import { CitySpaces } from './city-spaces.tsx'
import { loadCity } from './load.server.ts'

export { shouldRevalidate } from '#web/lib/use-layer.ts'

/** An unknown space type results in a 404; a known type without spaces shows an empty list. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const slug = params.city.toLowerCase()
  const typeName = params.type?.toLowerCase()
  const city = cityOf(slug)
  if (!city) return data({ found: null, city: null }, { status: 404 })
  const noType = () => data({ found: null, city: { slug, name: city.name } }, { status: 404 })
  if (typeName !== undefined && !isTypeName(typeName)) return noType()
  if (slug !== params.city || typeName !== params.type)
    throw redirect(paths.city(slug, typeName), 301)

  const found = await loadCity(url, city, typeName)
  const { error } = found.page
  if (typeName && !found.isKnownType && !error) return noType()
  return data({ found, city: null }, { status: error ? 503 : 200 })
}

export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  return loaderData?.found ? cityMeta(loaderData.found, matches) : notFoundMeta
}

export default function CityPage({ loaderData: { found, city: known } }: Route.ComponentProps) {
  if (!found) return <LocationNotFound {...(known && { city: known })} />
  const { city, page, type, rate } = found
  const { slug, name, figures, areas, highlights } = city
  return (
    <div
      key={paths.city(slug, type?.name)}
      className="flex flex-col gap-10 pb-16 sm:gap-16 sm:pb-24"
    >
      <CityHero
        {...city}
        title={type ? typeTitle(type.label, name) : city.title}
        description={type ? typeDescription(type.label, name) : city.description}
        crumbs={type ? [...cityCrumbs, { label: name, to: paths.city(slug) }] : cityCrumbs}
      />
      {rate && figures && <CityStatistics name={name} rate={rate} figures={figures} />}
      {rate && areas && <PopularAreas city={name} areas={areas} />}
      <CitySpaces {...found} />
      {!rate && highlights && <HighlightTiles city={name} highlights={highlights} />}
      {!rate && !highlights && areas && <PopularAreas city={name} areas={areas} />}
      <OwnASpace city={name} isFirst={page.value.spaces.length === 0 && !found.isFiltered} />
      <CityLinks title="Other cities" except={slug} />
    </div>
  )
}

const notFoundMeta = [
  { title: `Location not found · ${company.name}` },
  { name: 'robots', content: 'noindex' },
]

/** Page for an unknown city, or for an unknown space type in `city`. */
function LocationNotFound({ city }: { city?: { slug: string; name: string } }) {
  return (
    <div className="pb-16 sm:pb-24">
      <MessagePage
        mark="404"
        title="Location not found"
        description={
          city
            ? `We don’t have this type of space in ${city.name} yet. See all spaces there.`
            : 'We don’t have a page for this location. Try one of these cities.'
        }
      >
        {city && <LinkButton to={paths.city(city.slug)}>{`All spaces in ${city.name}`}</LinkButton>}
        <LinkButton to={paths.explore()} {...(city && { variant: 'secondary' })}>
          Explore Spaces
        </LinkButton>
        <LinkButton to={paths.home()} variant="secondary">
          Return to Home
        </LinkButton>
      </MessagePage>
      <CityLinks title={`Cities on ${company.name}`} />
    </div>
  )
}
