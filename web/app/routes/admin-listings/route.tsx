import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { House, SearchX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type FoundListing, foundListings, type ListingState } from '#web/data/admin-listings.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { SearchScreen, useListSearch } from '#web/features/administration/search-screen.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListingRow, linkId } from './listing-row.tsx'

const HideDialog = lazy(() => import('./hide-dialog.tsx'))

export const meta = staticMeta({
  title: 'All listings',
  description: 'Find a listing by title, place, host or ID, and hide it or show it again.',
  path: paths.adminListings(),
  noindex: true,
})

const chips: readonly { id: ListingState; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'listed', label: 'Listed' },
  { id: 'hidden', label: 'Hidden' },
  { id: 'archived', label: 'Archived' },
]

export default function AdminListings() {
  const admin = useRequiredAdmin()
  const { search, params, field, change } = useListSearch()
  const state = chips.find(({ id }) => id === params.get('state'))?.id ?? 'all'
  const query = foundListings(admin?.id, { text: search, state })
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const [asked, setAsked] = useState<FoundListing>()
  const isFiltered = search !== '' || state !== 'all'

  return (
    <>
      <SearchScreen
        title="Listings"
        noun="listing"
        placeholder="Title, place, host or ID"
        field={field}
        filters={
          <FilterChips
            label="Show listings"
            name="state"
            options={chips}
            value={state}
            onChange={(id) => change('state', id === 'all' ? null : id)}
            required
          />
        }
        list={list}
        focusIdOf={linkId}
        waiting={<Skeleton className="h-200 rounded-card" />}
        empty={
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
              ? 'Paste a link or a whole ID, or try fewer words of the title, place or host.'
              : 'Listings appear here with their host, reports and bookings.'}
          </EmptyState>
        }
      >
        {(rows) => (
          <Card flush>
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <li key={row.id}>
                  <ListingRow row={row} onAsk={() => setAsked(row)} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </SearchScreen>
      {asked && admin && (
        <Suspense>
          <HideDialog listing={asked} adminId={admin.id} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function emptyTitle(search: string, state: ListingState): string {
  if (search) return `No listing matches “${search}”`
  return state === 'all' ? 'No listings yet' : `No ${state} listings`
}
