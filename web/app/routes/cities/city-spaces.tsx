import { useLocation, useNavigation, useRevalidator } from 'react-router'
import type { City } from '#web/content/cities/city.ts'
import { matchesFilter, type SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpaceChange } from '#web/data/spaces-live.ts'
import type { SpacePage } from '#web/data/spaces.ts'
import { SpaceResults } from '#web/features/spaces/space-results.tsx'
import { useSpaceFeed } from '#web/features/spaces/use-space-feed.ts'
import { useSpaceList } from '#web/features/spaces/use-space-list.ts'
import { paths } from '#web/lib/paths.ts'
import { chipStyles } from '#web/ui/filter-chips.tsx'
import { Link } from '#web/ui/link.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { typeTitle } from './city-meta.ts'

/** A space type and how many spaces of that type a city has. */
type CountedType = { name: string; label: string; spaces: number }

/** The list of spaces on a city page, updated through Realtime. */
export function CitySpaces(props: {
  city: City
  /** The space type by which the page filters; null if it shows all types. */
  type: { name: string; label: string } | null
  filter: SpaceFilter
  page: { value: SpacePage; error?: string }
  types: readonly CountedType[]
}) {
  const { city, type, filter, page, types } = props
  const { slug, name } = city
  const path = paths.city(slug, type?.name)
  const emptyText = city.emptyText ?? `No spaces in ${name} yet.`
  const list = useSpaceList(path, page.value, filter)
  const { revalidate } = useRevalidator()
  useSpaceFeed(
    (change) => {
      list.apply(change)
      // Reloads the page's counts, which change with the city's spaces.
      if (concerns(change, filter, list.spaces)) void revalidate()
    },
    () => void revalidate(),
  )
  const { pathname } = useLocation()
  const isLoading = useNavigation().location?.pathname === pathname

  return (
    <section aria-labelledby="spaces" className="page flex flex-col gap-5">
      <h2 id="spaces" className="text-3xl">
        {type ? 'Available spaces' : `Spaces in ${name}`}
      </h2>
      <TypeLinks city={city} types={types} current={type?.name} />
      <SpaceResults
        list={list}
        filter={filter}
        isLoading={isLoading}
        error={page.error}
        emptyText={type ? `No ${typeTitle(type.label, name)} yet.` : emptyText}
        onClear={undefined}
        pathAfter={(cursor) => `${path}?${new URLSearchParams({ after: cursor })}`}
      />
      {list.spaces.length === 0 && !page.error && (
        <p className="text-center text-ink-soft">
          See also:{' '}
          {type ? (
            <TextLink to={paths.city(slug)}>all spaces in {name}</TextLink>
          ) : (
            <TextLink to={paths.explore()}>spaces in every city</TextLink>
          )}
        </p>
      )}
    </section>
  )
}

function TypeLinks(props: {
  city: City
  types: readonly CountedType[]
  current: string | undefined
}) {
  const { city, types, current } = props
  if (types.length === 0) return null
  return (
    <nav
      aria-label={`Types of space in ${city.name}`}
      className="max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none]"
    >
      <ul className="-m-1 flex gap-2 p-1 sm:flex-wrap">
        {[{ name: undefined, label: 'All spaces', spaces: null }, ...types].map((type) => (
          <li key={type.name ?? ''} className="shrink-0">
            <Link
              to={paths.city(city.slug, type.name)}
              aria-current={type.name === current ? 'page' : undefined}
              className={chipStyles(type.name === current)}
            >
              {type.label}
              {type.spaces && (
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
