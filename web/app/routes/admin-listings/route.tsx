import type { Route } from './+types/route'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { House, SearchX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type FoundListing, foundListings, type ListingState } from '#web/data/admin-listings.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { QueryError } from '#web/features/shell/query-error.tsx'
import { useSearchText } from '#web/features/spaces/use-search-text.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListingRow, linkId } from './listing-row.tsx'

const HideDialog = lazy(() => import('./hide-dialog.tsx'))

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'All listings',
      description: 'Find a listing by title, place, host or id, and hide it or show it again.',
      path: paths.adminListings(),
      noindex: true,
    },
    matches,
  )
}

const chips: readonly { id: ListingState; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'listed', label: 'Listed' },
  { id: 'hidden', label: 'Hidden' },
  { id: 'archived', label: 'Archived' },
]

export default function AdminListings() {
  const admin = useRequiredAdmin()
  const focus = useFocusWhenRendered()
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const state = chips.find(({ id }) => id === params.get('state'))?.id ?? 'all'
  const { text, setText, flush } = useSearchText(search, (words) => change('q', words, true))
  const list = useInfiniteQuery({
    ...foundListings(admin?.id, { text: search, state }),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap((page) => page.rows)
  const [asked, setAsked] = useState<FoundListing>()
  const isFiltered = search !== '' || state !== 'all'

  function change(name: string, value: string | null, replace = false) {
    // Reads the URL, because a chip pressed a moment ago may not be rendered yet.
    const after = new URLSearchParams(location.search)
    if (value) after.set(name, value)
    else after.delete(name)
    setParams(after, { replace, preventScrollReset: true })
  }

  async function showMore() {
    const { data, isError } = await list.fetchNextPage()
    const first = data?.pages.at(-1)?.rows[0]
    if (first && !isError) focus(linkId(first.id), { preventScroll: true })
  }

  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <h1 className="text-3xl">Listings</h1>
      <div className="flex flex-col gap-3">
        <SearchField
          label="Find a listing"
          placeholder="Title, place, host or id"
          name="q"
          value={text}
          onChange={setText}
          onSubmit={flush}
          autoComplete="off"
          spellCheck={false}
          className="max-w-2xl"
        />
        <FilterChips
          label="Show listings"
          name="state"
          options={chips}
          value={state}
          onChange={(id) => change('state', id === 'all' ? null : id)}
          required
        />
      </div>
      {!list.data && <QueryError query={list} fallback="Failed to fetch listings" />}
      {!rows && !list.error && <WaitingList />}
      {rows && (
        <output className="sr-only">
          {rows.length}
          {list.hasNextPage && ' or more'} {rows.length === 1 ? 'listing' : 'listings'}
        </output>
      )}
      {rows && rows.length > 0 && (
        <ul className="grid gap-3 lg:grid-cols-2">
          {rows.map((row) => (
            <li key={row.id} className="min-w-0">
              <ListingRow row={row} onAsk={() => setAsked(row)} />
            </li>
          ))}
        </ul>
      )}
      {rows?.length === 0 && (
        <EmptyState
          icon={isFiltered ? SearchX : House}
          title={emptyTitle(search, state)}
          action={
            isFiltered && (
              <LinkButton to={paths.adminListings()} variant="secondary">
                Show all listings
              </LinkButton>
            )
          }
        >
          {search
            ? 'Paste a link or a whole id, or try fewer words of the title, place or host.'
            : 'Listings appear here with their host, reports and bookings.'}
        </EmptyState>
      )}
      <ShowMore
        hasMore={list.hasNextPage}
        isPending={list.isFetchingNextPage}
        onPress={() => void showMore()}
        error={
          list.data && list.error ? messageOf(list.error, 'Failed to fetch listings') : undefined
        }
      />
      {asked && admin && (
        <Suspense>
          <HideDialog listing={asked} adminId={admin.id} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

function emptyTitle(search: string, state: ListingState): string {
  if (search) return `No listing matches “${search}”`
  return state === 'all' ? 'No listings yet' : `No ${state} listings`
}

function WaitingList() {
  return (
    <>
      <output className="sr-only">Loading listings</output>
      <div className="grid gap-3 lg:grid-cols-2">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-40 rounded-card" />
        ))}
      </div>
    </>
  )
}
