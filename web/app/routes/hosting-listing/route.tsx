import { SearchX } from 'lucide-react'
import { Suspense, useCallback, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { company } from '@hourspace/domain/company.ts'
import type { Route } from './+types/route'
import { serverClient } from '#web/data/backend.server.ts'
import { editedListing } from '#web/data/listings.ts'
import { spaceTypes } from '#web/data/space-types.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { LeaveGuard } from '#web/features/shell/leave-guard.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

const EditForm = lazy(() => import('./edit-form.tsx'))
const ListingTools = lazy(() => import('./listing-tools.tsx'))

export async function loader() {
  return { types: await spaceTypes(serverClient()) }
}

export function meta({ params, matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Edit listing',
      description: `Change a space that you rent out on ${company.name}.`,
      path: paths.hostingListing(params.id),
      noindex: true,
    },
    matches,
  )
}

const waiting = <Skeleton className="h-160 rounded-card" />

export default function HostingListing({ loaderData, params }: Route.ComponentProps) {
  const user = useUserOrSignIn()
  const query = editedListing(user?.id, params.id)
  const { data: listing, error, isPending, isFetching, isEnabled, refetch } = useQuery(query)
  const isDirty = useRef(false)
  const isMissing = user !== null && (listing === null || !isEnabled)

  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div className="flex flex-col gap-3">
        <BackLink to={paths.myListings()}>Back to listings</BackLink>
        <h1 className="text-3xl">Edit listing</h1>
        {listing && (
          <>
            <p className="-mt-2 wrap-anywhere text-ink-soft">{listing.title}</p>
            <TextLink
              to="#listing-tools"
              className="inline-flex min-h-11 items-center self-start lg:hidden"
            >
              Hours, calendar and more
            </TextLink>
          </>
        )}
      </div>
      {error && !listing && (
        <RetryBanner
          message={messageOf(error, 'The listing could not be loaded')}
          onRetry={() => void refetch()}
        />
      )}
      {isMissing && (
        <EmptyState
          icon={SearchX}
          title="Listing not found"
          action={<LinkButton to={paths.myListings()}>Go to your listings</LinkButton>}
        >
          It may have been deleted, or it belongs to another account.
        </EmptyState>
      )}
      {listing?.hidden_reason && (
        <Banner tone="error" title="We have hidden this listing">
          <p>
            Guests can’t find or book it until we show it again. Existing bookings are not affected.
            The reason:
          </p>
          <blockquote className="my-2 border-l-2 pl-3 whitespace-pre-line wrap-anywhere">
            {listing.hidden_reason}
          </blockquote>
          <p>
            Correct the listing, then{' '}
            <Link to={paths.contact()} className="underline">
              write to us
            </Link>
            .
          </p>
        </Banner>
      )}
      {isPending && !error && !isMissing && waiting}
      {listing && (
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12">
          <Suspense fallback={waiting}>
            {/* The key resets the form when the page shows another listing. */}
            <EditForm
              key={listing.id}
              listing={listing}
              types={loaderData.types}
              isFresh={!isFetching}
              onDirty={(next) => {
                isDirty.current = next
              }}
            />
            <ListingTools listing={listing} />
          </Suspense>
        </div>
      )}
      <LeaveGuard
        title="Leave without saving?"
        isDirty={useCallback(() => isDirty.current, [])}
        onLeave={() => {
          isDirty.current = false
        }}
      >
        Your changes to this listing aren’t saved yet.
      </LeaveGuard>
    </section>
  )
}
