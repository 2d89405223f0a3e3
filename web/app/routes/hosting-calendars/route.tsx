import type { Route } from './+types/route'
import { useQuery } from '@tanstack/react-query'
import { calendarState } from '#web/data/calendars.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import CalendarSync from '#web/features/hosting/calendar-sync.tsx'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Calendar sync',
      description: 'Export and import the calendars of your space.',
      path: paths.hostingCalendars(params.id),
      noindex: true,
    },
    matches,
  )
}

export default function HostingCalendars({ params }: Route.ComponentProps) {
  const user = useUserOrSignIn()
  const { data: state } = useQuery(calendarState(user?.id, params.id))
  if (state === null) {
    return (
      <MessagePage
        title="Listing not found"
        description="This link doesn’t match a listing in your account."
      >
        <LinkButton to={paths.myListings()}>My Listings</LinkButton>
      </MessagePage>
    )
  }
  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div className="flex flex-col gap-2">
        <Breadcrumbs
          crumbs={[
            { label: 'Listings', to: paths.myListings() },
            { label: state?.space.title ?? 'Listing', to: paths.hostingListing(params.id) },
          ]}
        />
        <h1 className="text-3xl">Calendar sync</h1>
      </div>
      <CalendarSync userId={user?.id} spaceId={params.id} />
    </section>
  )
}
