import { company } from '@hourspace/domain/company.ts'
import { ArchiveRestore, DoorOpen, Plus, Store } from 'lucide-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { browserClient } from '#web/data/browser-client.ts'
import {
  type HostedSpace,
  hostListings,
  isUnopenedCopy,
  listingKeys,
  setArchived,
} from '#web/data/listings.ts'
import { mapRows } from '#web/data/keyset.ts'
import { startsQueries } from '#web/data/user-queries.ts'
import { useSession, useUserOrHome } from '#web/features/account/session.tsx'
import AvailabilityToggle from '#web/features/hosting/availability-toggle.tsx'
import { ListingCard, ListingCardSkeleton } from '#web/features/hosting/listing-card.tsx'
import { UnfinishedListing } from '#web/features/listing/unfinished-listing.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { useShowMore } from '#web/lib/use-show-more.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export const clientLoader = startsQueries((userId, queries) => {
  void queries.prefetchInfiniteQuery(hostListings(userId))
})

export const meta = staticMeta({
  title: 'My Listings',
  description: `The spaces you rent out on ${company.name}.`,
  path: paths.myListings(),
  noindex: true,
})

const NextSteps = lazy(() => import('#web/features/hosting/next-steps.tsx'))

const actionStyles = 'inline-flex min-h-11 items-center font-semibold'

const gridStyles = 'grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'

export default function MyListings() {
  const user = useUserOrHome()
  const created = (useLocation().state as { created?: string } | null)?.created
  const queryClient = useQueryClient()
  const focus = useFocusWhenRendered()
  const query = hostListings(user?.id)
  const list = useInfiniteQuery(query)
  const rows = list.data?.pages.flatMap((page) => page.rows)
  const error = list.error ? messageOf(list.error, 'Failed to fetch spaces') : undefined

  const setAvailable = (id: string, available: boolean) =>
    queryClient.setQueryData(query.queryKey, (before) =>
      mapRows(before, (space) => (space.id === id ? { ...space, available } : space)),
    )

  const more = useShowMore(list, ({ id }) => linkId(id))

  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">My Listings</h1>
        <LinkButton
          to={paths.createListing()}
          variant={rows?.length === 0 ? 'secondary' : undefined}
        >
          <Plus aria-hidden className="size-5" />
          Create New Listing
        </LinkButton>
      </div>
      {user && <UnfinishedListing key={user.id} userId={user.id} />}
      {created && (
        <Suspense>
          <NextSteps spaceId={created} isNew />
        </Suspense>
      )}
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
            <li key={space.id}>
              <ListingCard space={space} heading="h2" linkId={linkId(space.id)}>
                {space.archived_at ? (
                  <RestoreButton space={space} onRestored={() => focus(linkId(space.id))} />
                ) : (
                  <AvailabilityToggle
                    space={space}
                    onChange={(available) => setAvailable(space.id, available)}
                  />
                )}
                <p className="flex flex-wrap gap-x-4">
                  <TextLink to={paths.hostingListing(space.id)} className={actionStyles}>
                    Edit<span className="sr-only"> {space.title}</span>
                  </TextLink>
                  {!space.archived_at && (
                    <TextLink
                      to={paths.hostingCalendar({ space: space.id })}
                      className={actionStyles}
                    >
                      Calendar<span className="sr-only"> of {space.title}</span>
                    </TextLink>
                  )}
                </p>
              </ListingCard>
            </li>
          ))}
        </ul>
      )}
      <ShowMore {...more} error={error} />
    </section>
  )
}

function RestoreButton(props: { space: HostedSpace; onRestored: () => void }) {
  const { space, onRestored } = props
  const { user } = useSession()
  const queryClient = useQueryClient()
  const isCopy = isUnopenedCopy(space)
  const restore = useMutation({
    mutationFn: async () => setArchived(await browserClient(), space.id, null),
    onSuccess: async () => {
      showToast({
        title: isCopy ? 'Your listing is open. Guests can book it now.' : 'Listing restored',
        tone: 'success',
      })
      await queryClient.invalidateQueries({ queryKey: listingKeys.ofUser(user?.id) })
      onRestored()
    },
    onError: (error) =>
      showToast({ title: messageOf(error, 'Failed to open the listing'), tone: 'error' }),
  })
  return (
    <Button
      variant={isCopy ? 'secondary' : 'quiet'}
      size="small"
      className={isCopy ? 'my-1' : '-ml-3'}
      onPress={() => restore.mutate()}
      isPending={restore.isPending}
      pendingText={isCopy ? 'Opening...' : 'Restoring...'}
    >
      {isCopy ? (
        <DoorOpen aria-hidden className="size-4" />
      ) : (
        <ArchiveRestore aria-hidden className="size-4" />
      )}
      {isCopy ? 'Open listing' : 'Restore'}
      <span className="sr-only"> {space.title}</span>
    </Button>
  )
}

const linkId = (spaceId: string) => `listing-${spaceId}`
