import { Suspense, useCallback, useRef } from 'react'
import { useNavigate } from 'react-router'
import { company } from '@hourspace/domain/company.ts'
import type { Route } from './+types/route'
import { serverClient } from '#web/data/backend.server.ts'
import { spaceTypes } from '#web/data/space-types.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { draftDays } from '#web/features/listing/listing-draft.ts'
import { LeaveGuard } from '#web/features/shell/leave-guard.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'

const ListingForm = lazy(async () => ({
  default: (await import('./listing-form.tsx')).ListingForm,
}))

export async function loader() {
  return { types: await spaceTypes(serverClient()) }
}

export const meta = staticMeta({
  title: 'Create Listing',
  description: `List your space on ${company.name} and rent it out by the hour.`,
  path: paths.createListing(),
  noindex: true,
})

const waiting = (
  <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12">
    <Skeleton className="h-160 rounded-card" />
    <Skeleton className="h-96 rounded-card max-lg:hidden" />
  </div>
)

export default function CreateListing({ loaderData }: Route.ComponentProps) {
  const user = useUserOrSignIn({ keepsInput: true })
  const navigate = useNavigate()
  const isUnsaved = useRef(false)

  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div className="flex flex-col gap-3">
        <BackLink to={paths.myListings()}>Back to listings</BackLink>
        <h1 className="text-3xl">Create Listing</h1>
      </div>
      {user ? (
        <Suspense fallback={waiting}>
          <ListingForm
            key={user.id}
            userId={user.id}
            types={loaderData.types}
            onUnsaved={(next) => {
              isUnsaved.current = next
            }}
            onCancel={() => void navigate(paths.myListings())}
            onCreated={(created) => {
              showToast({ title: 'Your space is listed', tone: 'success' })
              void navigate(paths.myListings(), { state: { created } })
            }}
          />
        </Suspense>
      ) : (
        waiting
      )}
      <LeaveGuard title="Leave this listing?" isDirty={useCallback(() => isUnsaved.current, [])}>
        Your listing isn’t finished yet. We keep your text in this browser for {draftDays} days, and
        your photos for a day.
      </LeaveGuard>
    </section>
  )
}
