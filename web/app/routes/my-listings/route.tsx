import type { Route } from './+types/route'
import { Plus, Store } from 'lucide-react'
import { spacesOfHost } from '#web/data/listings.ts'
import { usePages } from '#web/data/use-pages.ts'
import { useRequiredUser } from '#web/features/account/session.tsx'
import AvailabilityToggle from '#web/features/hosting/availability-toggle.tsx'
import { ListingCard, ListingCardSkeleton } from '#web/features/hosting/listing-card.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'My Listings',
      description: 'The spaces you rent out on Hourspace.',
      path: paths.myListings(),
      noindex: true,
    },
    matches,
  )
}

/** Listings before 'Show more', and with each press of it. */
const pageSize = 12

const gridStyles = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3'

export default function MyListings() {
  const user = useRequiredUser()
  const { rows, hasMore, error, isLoadingMore, showMore, changeRows } = usePages(
    user && `spaces of ${user.id}`,
    (client, after) => spacesOfHost(client, user?.id ?? '', { after, limit: pageSize }),
    'Failed to fetch spaces',
  )

  const setAvailable = (id: string, available: boolean) =>
    changeRows((space) => (space.id === id ? { ...space, available } : space))

  async function showMoreAndGoThere() {
    const first = await showMore()
    const row = first && document.getElementById(rowId(first.id))
    row?.querySelector('a')?.focus({ preventScroll: true })
  }

  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-10 sm:py-14">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">My Listings</h1>
        <LinkButton to={paths.createListing()}>
          <Plus aria-hidden className="size-5" />
          Create New Listing
        </LinkButton>
      </div>
      {!rows && !error && (
        <div className={gridStyles}>
          <output className="sr-only">Loading your listings</output>
          <ListingCardSkeleton />
          <ListingCardSkeleton />
          <ListingCardSkeleton />
        </div>
      )}
      {rows?.length === 0 && (
        <EmptyState
          icon={Store}
          title="No Listings Yet"
          action={<LinkButton to={paths.createListing()}>Create Your First Listing</LinkButton>}
        >
          List a studio, an office or a venue and rent it out by the hour.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ul className={gridStyles}>
          {rows.map((space) => (
            <li key={space.id} id={rowId(space.id)}>
              <ListingCard space={space} heading="h2">
                <AvailabilityToggle
                  space={space}
                  onChange={(available) => setAvailable(space.id, available)}
                />
              </ListingCard>
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        hasMore={hasMore}
        isPending={isLoadingMore}
        onPress={() => void showMoreAndGoThere()}
        error={error}
      />
    </section>
  )
}

const rowId = (spaceId: string) => `listing-${spaceId}`
