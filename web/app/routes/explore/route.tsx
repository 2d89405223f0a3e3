import type { Route } from './+types/route'
import { data } from 'react-router'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { spaceOrders } from '#web/data/spaces-filter.ts'
import { FilterBar, type FilterFields } from '#web/features/spaces/filter-bar.tsx'
import {
  loadFacets,
  loadLocations,
  loadSpaces,
  loadSpaceTypes,
  withTypedLocation,
} from '#web/features/spaces/load-spaces.ts'
import { LocationField } from '#web/features/spaces/location-field.tsx'
import { MapBeside } from '#web/features/spaces/map-beside.tsx'
import { loadAlternatives } from '#web/features/spaces/other-times.ts'
import { useRememberedResults } from '#web/features/spaces/results-path.ts'
import {
  defaultOrderOf,
  filterOf,
  isNarrowed,
  readCursor,
  readQuery,
  timeOf,
} from '#web/features/spaces/space-query.ts'
import { Divider } from '#web/features/spaces/search-bar.tsx'
import { SpaceResults } from '#web/features/spaces/space-results.tsx'
import { SpaceSearch, TypeField } from '#web/features/spaces/space-search.tsx'
import { useLiveSpaces } from '#web/features/spaces/use-live-spaces.ts'
import { useSpaceList } from '#web/features/spaces/use-space-list.ts'
import { useSpacesQuery, useSpaceTypes } from '#web/features/spaces/use-spaces-query.ts'
import { paths, type SpacesQuery } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { TypeBar } from './type-bar.tsx'

export { shouldRevalidate } from '#web/lib/use-layer.ts'

const filters = 'filters'

export async function loader({ request }: Route.LoaderArgs) {
  const client = serverClient()
  const query = readQuery(new URL(request.url).searchParams)
  const filterWithPlace = (query: SpacesQuery) => withTypedLocation(client, filterOf(query))
  const filter = await filterWithPlace(query)
  const [page, facets, types, locations] = await Promise.all([
    loadSpaces(client, filter, { after: readCursor(query.after) }),
    loadFacets(client, filter),
    loadSpaceTypes(client),
    loadLocations(client),
  ])
  const alternatives = await loadAlternatives(page, client, query, types.value, filterWithPlace)
  const { siteUrl } = publicEnvironment()
  const isFiltered = isNarrowed(query)
  return data(
    { filter, page, facets, types, locations, ...alternatives, isFiltered, siteUrl },
    { status: page.error ? 503 : 200 },
  )
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
      noindex: loaderData?.isFiltered ?? false,
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
  const {
    filter,
    page,
    facets,
    types: loadedTypes,
    locations,
    relaxations,
    otherTimes,
  } = loaderData
  const { query, isLoading, change, clear } = useSpacesQuery(paths.explore)
  const list = useSpaceList('explore', page.value, filter)
  const { types, applyType } = useSpaceTypes(loadedTypes.value)
  useLiveSpaces([{ list, filter }], applyType)
  useRememberedResults()

  const fields: FilterFields = (query, change) => (
    <>
      <LocationField
        locations={locations.value}
        value={query.location ?? ''}
        onChange={(location) => change({ location: location || undefined })}
      />
      <TypeField
        label="Category"
        all="All Categories"
        types={types}
        query={query}
        onChange={change}
      />
    </>
  )

  return (
    <div className="page flex flex-col gap-3 pt-4 pb-5 md:gap-5 md:pt-8 md:pb-12">
      <div className="flex flex-col gap-2">
        <h1 className="text-2xl md:text-3xl">Explore Spaces</h1>
        <p className="text-ink-soft max-md:hidden">Book spaces by the hour, all over the world.</p>
      </div>
      <SpaceSearch id={filters} query={query} onChange={change} action={paths.explore()}>
        <Divider className="lg:max-xl:hidden line:hidden" />
        <div
          data-row
          className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-1.5 *:data-frame:border-transparent! lg:max-xl:basis-full line:hidden xl:flex xl:*:data-frame:w-44"
        >
          {fields(query, change)}
        </div>
      </SpaceSearch>
      {/* On phones, shows the types and the button for all filters in one line. */}
      <div
        data-line
        className="flex flex-col gap-3 line:grid line:grid-cols-[minmax(0,1fr)_auto] line:items-center line:gap-x-2 line:gap-y-3"
      >
        <TypeBar
          form={filters}
          types={types}
          error={loadedTypes.error}
          value={query.type}
          onChange={(type) => change({ type: type || undefined })}
          onAdded={(type) => applyType({ kind: 'saved', type })}
        />
        <FilterBar
          query={query}
          facets={facets.value}
          types={types}
          onChange={change}
          pathTo={paths.explore}
          filterOf={filterOf}
          fields={fields}
        />
      </div>
      <h2 className="sr-only">Spaces</h2>
      <MapBeside
        list={list}
        filter={filter}
        pathTo={(space) => paths.space(space, timeOf(query))}
        onSearchHere={(bounds) => change({ bounds })}
      >
        <SpaceResults
          list={list}
          filter={filter}
          total={facets.value.total}
          time={timeOf(query)}
          words={page.value}
          relaxations={relaxations}
          otherTimes={otherTimes}
          onRelax={change}
          isLoading={isLoading}
          error={page.error}
          emptyText="No spaces found. Try adjusting your filters."
          onClear={isNarrowed(query) ? clear : undefined}
          wayOut={<LinkButton to={paths.createListing()}>List A Space</LinkButton>}
          pathAfter={(cursor) => paths.explore({ ...query, after: cursor })}
          order={
            <NativeSelect
              name="sort"
              label="Sort by"
              form={filters}
              options={query.q ? options : options.filter(({ id }) => id !== 'best-match')}
              value={query.sort ?? defaultOrderOf(query)}
              onChange={(sort) =>
                change({ sort: sort === defaultOrderOf(query) ? undefined : sort })
              }
              className="max-md:-mr-3.5 max-md:w-auto max-md:border-transparent max-md:bg-transparent md:w-56 max-md:*:field-sizing-content"
            />
          }
          eager={3}
        />
      </MapBeside>
    </div>
  )
}

const options = Object.entries(spaceOrders).map(([id, { label }]) => ({ id, label }))
