import { useRevalidator } from 'react-router'
import type { City } from '#web/content/cities/city.ts'
import { matchesFilter, type SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpaceChange } from '#web/data/spaces-live.ts'
import type { SpaceFacets, SpacePage } from '#web/data/spaces.ts'
import { FilterBar } from '#web/features/spaces/filter-bar.tsx'
import type { Relaxation } from '#web/features/spaces/load-spaces.ts'
import { MapBeside } from '#web/features/spaces/map-beside.tsx'
import type { OtherTime } from '#web/features/spaces/other-times.ts'
import { useRememberedResults } from '#web/features/spaces/results-path.ts'
import { filterOf, timeOf } from '#web/features/spaces/space-query.ts'
import { SpaceResults } from '#web/features/spaces/space-results.tsx'
import { SpaceSearch } from '#web/features/spaces/space-search.tsx'
import { useSpaceFeed } from '#web/features/spaces/use-space-feed.ts'
import { useSpaceList } from '#web/features/spaces/use-space-list.ts'
import { useSpacesQuery } from '#web/features/spaces/use-spaces-query.ts'
import { paths, type SpacesQuery } from '#web/lib/paths.ts'
import { chipStyles, showFocusedChip } from '#web/ui/filter-chips.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { typeTitle } from './city-meta.ts'

type CountedType = { name: string; label: string; spaces: number }

export function CitySpaces(props: {
  city: City
  type: { name: string; label: string } | null
  place: SpaceFilter
  filter: SpaceFilter
  page: { value: SpacePage; error?: string }
  facets: { value: SpaceFacets }
  relaxations: readonly Relaxation[]
  otherTimes: readonly OtherTime[]
  types: readonly CountedType[]
  isFiltered: boolean
}) {
  const { city, type, place, filter, page, facets, types, isFiltered } = props
  const { slug, name } = city
  const pathTo = ({ type: picked, ...query }: SpacesQuery) =>
    paths.city(slug, picked ?? type?.name, query)
  const path = pathTo({})
  const { query, isLoading, change, clear } = useSpacesQuery(pathTo)
  useRememberedResults()
  const emptyText = city.emptyText ?? `No spaces in ${name} yet.`
  const list = useSpaceList(path, page.value, filter)
  const { revalidate } = useRevalidator()
  useSpaceFeed(
    (change) => {
      list.apply(change)
      // Reloads the page's counts when the city's spaces change.
      if (concerns(change, place, list.spaces)) void revalidate()
    },
    () => void revalidate(),
  )
  return (
    <section aria-labelledby="spaces" className="page flex flex-col gap-5">
      <h2 id="spaces" className="text-3xl">
        Spaces in {name}
      </h2>
      <SpaceSearch query={query} onChange={change} action={path} />
      <TypeLinks city={city} types={types} current={type} query={query} />
      <FilterBar
        query={query}
        facets={facets.value}
        types={types}
        onChange={change}
        pathTo={pathTo}
        filterOf={(query) => ({ ...filterOf(query), ...place })}
      />
      <MapBeside
        list={list}
        filter={filter}
        pathTo={(space) => paths.space(space, timeOf(query))}
        onSearchHere={(bounds) => change({ bounds })}
      >
        <SpaceResults
          list={list}
          filter={filter}
          isLoading={isLoading}
          error={page.error}
          total={facets.value.total}
          time={timeOf(query)}
          words={page.value}
          relaxations={props.relaxations}
          otherTimes={props.otherTimes}
          onRelax={change}
          emptyText={
            isFiltered
              ? 'No spaces found. Try adjusting your filters.'
              : type
                ? `No ${typeTitle(type.label, name)} yet.`
                : emptyText
          }
          onClear={isFiltered ? clear : undefined}
          wayOut={
            type ? (
              <LinkButton to={paths.city(slug)}>See all spaces in {name}</LinkButton>
            ) : (
              <LinkButton to={paths.explore()}>See spaces in every city</LinkButton>
            )
          }
          pathAfter={(cursor) => pathTo({ ...query, after: cursor })}
        />
      </MapBeside>
    </section>
  )
}

function TypeLinks(props: {
  city: City
  types: readonly CountedType[]
  /** Space type that the page shows; null if the page shows all types. */
  current: { name: string; label: string } | null
  query: SpacesQuery
}) {
  const { city, current, query } = props
  const kept = { ...query, type: undefined, after: undefined }
  const isCounted = !current || props.types.some(({ name }) => name === current.name)
  const types = isCounted ? props.types : [{ ...current, spaces: 0 }, ...props.types]
  if (types.length === 0) return null
  return (
    <nav aria-label={`Types of space in ${city.name}`}>
      <ul className="chip-row sm:flex-wrap sm:overflow-visible sm:mask-none">
        {[{ name: undefined, label: 'All spaces', spaces: null }, ...types].map((type) => (
          <li key={type.name ?? ''} className="shrink-0">
            <Link
              to={paths.city(city.slug, type.name, kept)}
              aria-current={type.name === current?.name ? 'page' : undefined}
              onFocus={showFocusedChip}
              className={chipStyles(type.name === current?.name)}
            >
              {type.label}
              {type.spaces !== null && (
                <>
                  {' '}
                  <span className="ml-1.5 font-normal opacity-80">{type.spaces}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function concerns(
  change: SpaceChange,
  filter: SpaceFilter,
  shown: readonly { id: string }[],
): boolean {
  if (change.kind !== 'deleted' && matchesFilter(change.space, filter)) return true
  const id = change.kind === 'deleted' ? change.id : change.space.id
  return shown.some((space) => space.id === id)
}
