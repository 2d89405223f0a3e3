import type { Route } from './+types/route'
import { data } from 'react-router'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { defaultOrder, spaceOrders } from '#web/data/spaces-filter.ts'
import {
  loadLocations,
  loadSpaces,
  loadSpaceTypes,
  withTypedLocation,
} from '#web/features/spaces/load-spaces.ts'
import { filterOf, isNarrowed, readCursor, readQuery } from '#web/features/spaces/space-query.ts'
import { SpaceResults } from '#web/features/spaces/space-results.tsx'
import { SpaceSearch } from '#web/features/spaces/space-search.tsx'
import { useSpaceFeed } from '#web/features/spaces/use-space-feed.ts'
import { useSpaceList } from '#web/features/spaces/use-space-list.ts'
import { useSpacesQuery, useSpaceTypes } from '#web/features/spaces/use-spaces-query.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { TypeBar } from './type-bar.tsx'

/** Id of the filter form. Fields outside the form refer to this id. */
const filters = 'filters'

export async function loader({ request }: Route.LoaderArgs) {
  const client = serverClient()
  const query = readQuery(new URL(request.url).searchParams)
  const filter = await withTypedLocation(client, filterOf(query))
  const [page, types, locations] = await Promise.all([
    loadSpaces(client, filter, { after: readCursor(query.after) }),
    loadSpaceTypes(client),
    loadLocations(client),
  ])
  const { siteUrl } = publicEnvironment()
  return data({ filter, page, types, locations, siteUrl }, { status: page.error ? 503 : 200 })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { siteUrl } = loaderData ?? { siteUrl: '' }
  const crumbs = [
    { name: 'Home', path: paths.home() },
    { name: 'Explore Spaces', path: paths.explore() },
  ]
  return pageMeta(
    {
      title: 'Explore Spaces',
      description:
        'Studios, event venues, offices, creative, meeting and photo spaces to book by the hour, wherever you are.',
      path: paths.explore(),
      structured: {
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map(({ name, path }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: `${siteUrl}${path}`,
        })),
      },
    },
    matches,
  )
}

export default function Explore({ loaderData }: Route.ComponentProps) {
  const { filter, page, types: loadedTypes, locations } = loaderData
  const { query, isLoading, change, clear } = useSpacesQuery(paths.explore)
  const list = useSpaceList('explore', page.value, filter)
  const { types, applyType } = useSpaceTypes(loadedTypes.value)
  useSpaceFeed(list.apply, applyType)

  return (
    <div className="page flex flex-col gap-6 py-8 sm:py-12">
      <div className="flex flex-col gap-2">
        <h1 className="text-3xl">Explore Spaces</h1>
        <p className="text-ink-soft">Book spaces by the hour, all over the world.</p>
      </div>
      <SpaceSearch
        id={filters}
        query={query}
        onChange={change}
        action={paths.explore()}
        types={types}
        typeLabel="Category"
        allTypes="All Categories"
        locations={locations.value}
      />
      <TypeBar
        form={filters}
        types={types}
        error={loadedTypes.error}
        value={query.type}
        onChange={(type) => change({ type })}
        onAdded={(type) => applyType({ kind: 'saved', type })}
      />
      <h2 className="sr-only">Spaces</h2>
      <SpaceResults
        list={list}
        filter={filter}
        isLoading={isLoading}
        error={page.error}
        emptyText="No spaces found. Try adjusting your filters."
        onClear={isNarrowed(query) ? clear : undefined}
        pathAfter={(cursor) => paths.explore({ ...query, after: cursor })}
        order={
          <NativeSelect
            name="sort"
            label="Sort by"
            form={filters}
            options={options}
            value={query.sort ?? defaultOrder}
            onChange={(sort) => change({ sort: sort === defaultOrder ? undefined : sort })}
            className="w-full sm:w-56"
          />
        }
        eager={3}
      />
    </div>
  )
}

const options = Object.entries(spaceOrders).map(([id, { label }]) => ({ id, label }))
