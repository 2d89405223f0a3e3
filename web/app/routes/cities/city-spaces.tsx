import { useLocation, useNavigation, useRevalidator } from 'react-router'
import type { CountedType } from './type-links.tsx'
import { TypeLinks } from './type-links.tsx'
import { matchesFilter, type SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpaceChange } from '#web/data/spaces-live.ts'
import type { SpacePage } from '#web/data/spaces.ts'
import { SpaceResults } from '#web/features/spaces/space-results.tsx'
import { useSpaceFeed } from '#web/features/spaces/use-space-feed.ts'
import { useSpaceList } from '#web/features/spaces/use-space-list.ts'
import { TextLink } from '#web/ui/text-link.tsx'

type CitySpacesProps = {
  city: { slug: string; name: string }
  title: string
  filter: SpaceFilter
  page: { value: SpacePage; error?: string }
  types: readonly CountedType[]
  /** The space type that the page is filtered by; undefined for all types. */
  current?: string
  emptyText: string
  /** Path of the city page itself. */
  path: string
  /** Link offered when the list of spaces is empty. */
  wider: { label: string; to: string }
}

/** The spaces of a city page, updated through Realtime. */
export function CitySpaces(props: CitySpacesProps) {
  const { city, title, filter, page, types, current, emptyText, path, wider } = props
  const list = useSpaceList(path, page.value, filter)
  const { revalidate } = useRevalidator()
  useSpaceFeed(
    (change) => {
      list.apply(change)
      // Reloads the page's counts after a Realtime change of one of its spaces.
      if (concerns(change, filter, list.spaces)) void revalidate()
    },
    () => void revalidate(),
  )
  const { pathname } = useLocation()
  const isLoading = useNavigation().location?.pathname === pathname

  return (
    <section aria-labelledby="spaces" className="page flex flex-col gap-5">
      <h2 id="spaces" className="text-3xl">
        {title}
      </h2>
      <TypeLinks city={city} types={types} {...(current && { current })} />
      <SpaceResults
        list={list}
        filter={filter}
        isLoading={isLoading}
        error={page.error}
        emptyText={emptyText}
        onClear={undefined}
        pathAfter={(cursor) => `${path}?${new URLSearchParams({ after: cursor })}`}
      />
      {list.spaces.length === 0 && !page.error && (
        <p className="text-center text-ink-soft">
          See also: <TextLink to={wider.to}>{wider.label}</TextLink>
        </p>
      )}
    </section>
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
