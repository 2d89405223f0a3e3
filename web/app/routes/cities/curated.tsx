import type { City } from '#web/content/cities/city.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpacePage } from '#web/data/spaces.ts'
import { paths } from '#web/lib/paths.ts'
import { CityHero } from './city-hero.tsx'
import { cityCrumbs, typeDescription, typeTitle } from './city-meta.ts'
import { CitySpaces } from './city-spaces.tsx'
import { CityLinks, HighlightTiles, OwnASpace, PopularAreas } from './city-sections.tsx'
import type { CountedType } from './type-links.tsx'

type CuratedCityProps = {
  city: City
  filter: SpaceFilter
  page: { value: SpacePage; error?: string }
  types: readonly CountedType[]
  /** The space type that the page is filtered by. */
  type?: { name: string; label: string }
  emptyText: string
}

/** A city page, optionally for one type of space. */
export function CuratedCity({ city, filter, page, types, type, emptyText }: CuratedCityProps) {
  const { slug, name } = city
  const path = paths.city(slug, type?.name)
  return (
    <div key={path} className="flex flex-col gap-10 pb-16 sm:gap-16 sm:pb-24">
      <CityHero
        {...city}
        title={type ? typeTitle(type.label, name) : city.title}
        description={type ? typeDescription(type.label, name) : city.description}
        crumbs={type ? [...cityCrumbs, { label: name, to: paths.city(slug) }] : cityCrumbs}
      />
      <CitySpaces
        city={city}
        title={type ? 'Available spaces' : `Spaces in ${name}`}
        filter={filter}
        page={page}
        types={types}
        {...(type && { current: type.name })}
        emptyText={emptyText}
        path={path}
        wider={
          type
            ? { label: `all spaces in ${name}`, to: paths.city(slug) }
            : { label: 'spaces in every city', to: paths.explore() }
        }
      />
      {city.highlights && <HighlightTiles city={name} highlights={city.highlights} />}
      {!city.highlights && city.areas && <PopularAreas city={name} areas={city.areas} />}
      <OwnASpace city={name} isFirst={page.value.spaces.length === 0} />
      <CityLinks title="Other cities" except={slug} />
    </div>
  )
}
