import type { Route } from './+types/route'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useRef } from 'react'
import { hostRules } from '#web/data/booking-rules.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { LeaveGuard } from '#web/features/shell/leave-guard.tsx'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { zoneCity } from '#web/lib/times.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const RulesForm = lazy(() => import('./rules-form.tsx'))
const OfferedWeek = lazy(() => import('./offered-week.tsx'))

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Hours and prices',
      description: 'When guests can book your space, and what an hour costs.',
      path: paths.hostingRules(params.id),
      noindex: true,
    },
    matches,
  )
}

const waiting = <Skeleton className="h-160 rounded-card" />

export default function HostingRules({ params }: Route.ComponentProps) {
  const user = useUserOrSignIn()
  const query = useQuery(hostRules(user?.id, params.id))
  const isDirty = useRef(false)
  if (query.data === null) {
    return (
      <MessagePage
        title="Listing not found"
        description="This link doesn’t match a listing in your account."
      >
        <LinkButton to={paths.myListings()}>My Listings</LinkButton>
      </MessagePage>
    )
  }
  const space = query.data?.space
  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div className="flex flex-col gap-2">
        <Breadcrumbs
          crumbs={[
            { label: 'Listings', to: paths.myListings() },
            { label: space?.title ?? 'Listing', to: paths.hostingListing(params.id) },
          ]}
        />
        <h1 className="text-3xl">Hours and prices</h1>
        {space && (
          <p className="text-ink-soft">
            All times are in {zoneCity(space.time_zone)} time. Existing bookings are not affected.
          </p>
        )}
      </div>
      {!query.data && <QueryError query={query} fallback="The rules could not be loaded" />}
      {query.isPending && !query.error && waiting}
      {query.data && (
        <Suspense fallback={waiting}>
          <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12">
            <RulesForm
              key={query.data.space.id}
              {...query.data}
              isFresh={!query.isFetching}
              onDirty={(next) => {
                isDirty.current = next
              }}
            />
            <OfferedWeek {...query.data} />
          </div>
        </Suspense>
      )}
      <LeaveGuard
        title="Leave without saving?"
        isDirty={useCallback(() => isDirty.current, [])}
        onLeave={() => {
          isDirty.current = false
        }}
      >
        Your changes to hours and prices aren’t saved yet.
      </LeaveGuard>
    </section>
  )
}
