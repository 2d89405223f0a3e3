import type { Route } from './+types/route'
import { Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { data, Form, useNavigate } from 'react-router'
import { company } from '@hourspace/domain/company.ts'
import { hero } from '#web/content/hero.ts'
import { regionChips, regionOf } from '#web/content/regions.ts'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { loadSpaces } from '#web/features/spaces/load-spaces.ts'
import { rememberSearch } from '#web/features/spaces/recent-searches.ts'
import { recentSpaces } from '#web/features/spaces/recent-spaces.ts'
import { Divider, SearchBar } from '#web/features/spaces/search-bar.tsx'
import { filtersInText, type Picked } from '#web/features/spaces/search-text.tsx'
import {
  filterOf,
  isNarrowed,
  readCursor,
  readQuery,
  timeOf,
} from '#web/features/spaces/space-query.ts'
import { SpaceResults } from '#web/features/spaces/space-results.tsx'
import { ListSearch } from '#web/features/spaces/space-search.tsx'
import { useLiveSpaces } from '#web/features/spaces/use-live-spaces.ts'
import { useSpaceList } from '#web/features/spaces/use-space-list.ts'
import { useSpacesQuery, useSpaceTypes } from '#web/features/spaces/use-spaces-query.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths, type SpacesQuery } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { NativeSelect, type Option } from '#web/ui/native-select.tsx'
import { Closing } from './closing.tsx'
import { FreeSoon } from './free-soon.tsx'
import { Hero } from './hero.tsx'
import { shelfSize, SpaceShelf } from './space-shelf.tsx'

const pageSize = 12

const RecentlyViewed = lazy(() => import('./recently-viewed.tsx'))

const listing = 'all-spaces'

export { shouldRevalidate } from '#web/lib/use-layer.ts'

export async function loader({ request }: Route.LoaderArgs) {
  const query = readQuery(new URL(request.url).searchParams)
  const filter = filterOf(query)
  const page = await loadSpaces(serverClient(), filter, {
    after: readCursor(query.after),
    limit: pageSize,
  })
  const structured = siteStructured(publicEnvironment().siteUrl)
  const { description } = hero
  const isFiltered = isNarrowed(query)
  return data(
    { filter, page, description, structured, isFiltered },
    { status: page.error ? 503 : 200 },
  )
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: company.name,
      description: loaderData?.description ?? '',
      path: paths.home(),
      noindex: loaderData?.isFiltered ?? false,
      ...(loaderData && { structured: loaderData.structured }),
    },
    matches,
  )
}

export default function Home({ loaderData, matches }: Route.ComponentProps) {
  const shelves = matches[2].loaderData
  const { query, isLoading, change, clear } = useSpacesQuery(paths.home)
  const region = regionOf(query.region)
  const usa = useSpaceList('usa', shelves.usa.value, shelves.filters.usa)
  const international = useSpaceList(
    'international',
    shelves.international.value,
    shelves.filters.international,
  )
  const all = useSpaceList('all', loaderData.page.value, loaderData.filter)
  const { types, applyType } = useSpaceTypes(shelves.types.value)
  useLiveSpaces(
    [
      { list: usa, filter: shelves.filters.usa },
      { list: international, filter: shelves.filters.international },
      { list: all, filter: loaderData.filter },
    ],
    applyType,
  )

  const hasRecent = useBrowserValue(() => recentSpaces.read().length > 0, false)

  return (
    <div className="flex flex-col gap-14 pb-16 sm:gap-20 sm:pb-24">
      <div className="flex flex-col gap-5 lg:gap-8">
        <Hero />
        <HeroSearch types={types.map(({ name, label }) => ({ id: name, label }))} />
      </div>

      {hasRecent && (
        <Suspense>
          <RecentlyViewed />
        </Suspense>
      )}

      <SpaceShelf
        id="usa"
        title="Featured Spaces in the USA"
        list={usa}
        limit={shelfSize}
        error={shelves.usa.error}
        emptyText="No spaces in the USA yet."
        more={
          <Button
            variant="secondary"
            onPress={() => change({ region: 'americas' }, { at: listing })}
          >
            View All USA Spaces
          </Button>
        }
      />

      <SpaceShelf
        id="international"
        title="International Spaces"
        list={international}
        {...(!region && { limit: shelfSize })}
        error={shelves.international.error}
        emptyText={
          region
            ? `No international spaces in ${region.label} yet.`
            : 'No international spaces yet.'
        }
        more={
          region ? (
            <a href={`#${listing}`} className={buttonStyles({ variant: 'secondary' })}>
              All spaces in {region.label}
            </a>
          ) : (
            <Button
              variant="secondary"
              onPress={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
            >
              View All International Spaces
            </Button>
          )
        }
      >
        <form method="get">
          <FilterChips
            label="Region"
            name="region"
            options={regionChips}
            value={region?.id ?? null}
            onChange={(region) => change({ region: region ?? undefined })}
            className="chip-row sm:flex-wrap sm:overflow-visible sm:mask-none"
          />
        </form>
      </SpaceShelf>

      <section id={listing} aria-labelledby="all-spaces-title" className="page flex flex-col gap-6">
        <h2 id="all-spaces-title" className="text-3xl">
          Find your space
        </h2>
        <ListSearch
          query={query}
          onChange={change}
          action={`${paths.home()}#${listing}`}
          types={types}
        />
        <SpaceResults
          list={all}
          filter={loaderData.filter}
          isLoading={isLoading}
          error={loaderData.page.error ?? shelves.types.error}
          emptyText="No spaces found. Try adjusting your search or filters."
          onClear={isNarrowed(query) ? clear : undefined}
          pathAfter={(cursor) => paths.home({ ...query, after: cursor })}
        />
      </section>

      {/* Makes React hydrate this part after the rest of the page, as in `SpaceGrid`. */}
      <Suspense>
        <Closing />
      </Suspense>
    </div>
  )
}

function HeroSearch({ types }: { types: readonly Option[] }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState<SpacesQuery>({})
  const change = (part: SpacesQuery) => setDraft((before) => ({ ...before, ...part }))

  function pick(picked: Picked) {
    if (picked.kind === 'space') void navigate(paths.space(picked.value, timeOf(draft)))
    else void navigate(paths.explore({ ...draft, ...searchOf(picked) }))
  }

  async function search(query: SpacesQuery, how?: { replace: boolean }) {
    const filters = query.q ? await filtersInText(query.q, query) : null
    rememberSearch(query.q ?? '')
    void navigate(paths.explore({ ...query, ...filters }), how)
  }

  return (
    <search className="page">
      <Form
        action={paths.explore()}
        onSubmit={(event) => {
          // Ignores the submit event of a phone's search sheet, which bubbles through React's tree.
          // The sheet handles the event itself.
          if (event.defaultPrevented) return
          event.preventDefault()
          // Reads the form, because the state receives typed text only after a delay.
          const fields = [...new FormData(event.currentTarget)]
          void search(
            readQuery(new URLSearchParams(fields.map(([name, text]) => [name, String(text)]))),
          )
        }}
      >
        <SearchBar
          label="Search by location, country, or title"
          placeholder="Tokyo, rooftop, France…"
          text={draft.q ?? ''}
          onText={(q) => change({ q })}
          onPick={pick}
          query={draft}
          onTime={change}
          onSheet={(time, how) => search({ ...draft, ...time }, how)}
        >
          <Divider className="max-md:hidden lg:max-xl:hidden" />
          <div
            data-row
            className="flex flex-col gap-1.5 max-md:mt-1 sm:flex-row lg:max-xl:basis-full xl:contents"
          >
            <NativeSelect
              name="type"
              label="Type of space"
              options={[{ id: '', label: 'Any kind of space' }, ...types]}
              value={draft.type ?? ''}
              onChange={(type) => change({ type })}
              className="border-transparent bg-transparent hover:border-transparent xl:w-48"
            />
            <Button type="submit" className="xl:ml-1 xl:px-6">
              <Search aria-hidden className="size-5" />
              Search
            </Button>
          </div>
        </SearchBar>
      </Form>
      <FreeSoon />
    </search>
  )
}

function searchOf(picked: Picked): SpacesQuery {
  if (picked.kind === 'filters') return picked.query
  return picked.kind === 'type' ? { type: picked.value, q: undefined } : { q: picked.value }
}

function siteStructured(siteUrl: string): object {
  const publisher = { '@id': `${siteUrl}/#organization` }
  return {
    '@graph': [
      {
        '@type': 'Organization',
        ...publisher,
        name: company.name,
        slogan: company.tagline,
        url: `${siteUrl}${paths.home()}`,
        logo: `${siteUrl}/favicon.svg`,
        email: company.email,
      },
      {
        '@type': 'WebSite',
        '@id': `${siteUrl}/#website`,
        name: company.name,
        url: `${siteUrl}${paths.home()}`,
        publisher,
        potentialAction: {
          '@type': 'SearchAction',
          target: {
            '@type': 'EntryPoint',
            urlTemplate: `${siteUrl}${paths.explore()}?q={search_term_string}`,
          },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  }
}
