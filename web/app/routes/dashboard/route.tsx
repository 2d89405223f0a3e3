import { company } from '@hourspace/domain/company.ts'
import type { Route } from './+types/route'
import { Building2, CalendarCheck2, CalendarClock, Store, Wallet } from 'lucide-react'
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '@hourspace/domain/money.ts'
import {
  type Booking,
  countUpcomingOfGuest,
  nextBooking,
  recentBookingsOfGuest,
} from '#web/data/bookings.ts'
import type { Client } from '#web/data/client.ts'
import { earningsOfHost, hostBookings } from '#web/data/host-bookings.ts'
import { changesToAnswer, visitsOfHost } from '#web/data/hosting-today.ts'
import { countSpacesOfHost, spacesOfHost } from '#web/data/listings.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { userKey } from '#web/data/query-client.ts'
import { startsQueries } from '#web/data/user-queries.ts'
import { useUserOrHome } from '#web/features/account/session.tsx'
import { BookingStatusBadge, timesOf } from '#web/features/booking/booking-card.tsx'
import { NextUp } from '#web/features/booking/next-up.tsx'
import { ToAnswer } from '#web/features/booking/to-answer.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { ListingCard } from '#web/features/hosting/listing-card.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Price } from '#web/ui/price.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Tile } from '#web/ui/tile.tsx'
import { ViewerTime } from '#web/ui/viewer-time.tsx'
import { IncomingBookings } from './incoming-bookings.tsx'
import { usePayoutAccount } from '#web/features/hosting/payout-account.ts'
import { PayoutCard } from '#web/features/hosting/payout-card.tsx'
import { figuresOf, type HostFigures } from '#web/features/hosting/payouts.ts'
import { Rows, Section } from './section.tsx'

/** Maximum numbers of rows in 'Recent Bookings' and 'Your Listings'. */
const shownBookings = 5
const shownListings = 3

export function loader() {
  return { renderedAt: new Date() }
}

export const clientLoader = startsQueries((userId, queries) => {
  void queries.prefetchQuery(dashboardOf(userId))
  void queries.prefetchInfiniteQuery(hostBookings(userId))
  void queries.prefetchQuery(visitsOfHost(userId))
  void queries.prefetchQuery(changesToAnswer(userId))
  void queries.prefetchQuery(nextBooking(userId))
})

/** Skips the loaders, because their data does not depend on the URL. */
export const shouldRevalidate = () => false

export const meta = staticMeta({
  title: 'Dashboard',
  description: `Your bookings, listings and earnings on ${company.name}.`,
  path: paths.dashboard(),
  noindex: true,
})

async function dashboardRows(client: Client, userId: string) {
  const [earnings, bookings, listings, listingCount, ownBookings] = await Promise.all([
    earningsOfHost(client),
    recentBookingsOfGuest(client, userId, shownBookings),
    spacesOfHost(client, userId, { limit: shownListings }),
    countSpacesOfHost(client, userId),
    countUpcomingOfGuest(client, userId),
  ])
  const figures = figuresOf(earnings, listings.rows[0]?.currency)
  const hosts = listingCount > 0 || earnings.length > 0
  const active = hosts
    ? { count: figures.activeBookings, note: 'Guest bookings at your spaces' }
    : { count: ownBookings, note: 'Your own upcoming bookings' }
  return { figures, active, bookings, listings, listingCount }
}

const dashboardOf = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...userKey(userId), 'dashboard'],
    queryFn: async () => dashboardRows(await browserClient(), userId ?? ''),
    enabled: userId !== undefined,
  })

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const user = useUserOrHome()
  const now = useNow(loaderData.renderedAt)
  const account = usePayoutAccount(user?.id)
  const incoming = useInfiniteQuery(hostBookings(user?.id))
  const dashboard = useQuery(dashboardOf(user?.id))
  const next = useQuery(nextBooking(user?.id))
  const visits = useQuery(visitsOfHost(user?.id))
  const changes = useQuery(changesToAnswer(user?.id))
  // A retry of a failed part keeps the rest of the page.
  const isAnswerPending = [visits, changes].some(
    ({ isPending, isFetched }) => isPending && !isFetched,
  )
  const data = incoming.data && !isAnswerPending && dashboard.data
  const hasGuests = (incoming.data?.pages[0]?.rows.length ?? 0) > 0
  const failure = dashboard.error ?? (incoming.isLoadingError ? incoming.error : null)
  const error = failure && messageOf(failure, 'Failed to fetch dashboard data')

  function reload() {
    for (const query of [dashboard, next, visits, changes]) if (query.error) void query.refetch()
    if (incoming.isLoadingError) void incoming.refetch()
  }

  return (
    <div className="page flex min-h-[65dvh] flex-col gap-8 py-8 sm:gap-10 sm:py-10">
      <h1 className="text-3xl">Dashboard</h1>
      {next.data && <NextUp booking={next.data} now={now} />}
      <PayoutCard account={account} userId={user?.id} />
      {error && <RetryBanner message={error} onRetry={reload} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <QueryError query={next} fallback="Failed to fetch your next booking" />
          <QueryError query={visits} fallback="Failed to fetch booking requests" />
          <QueryError query={changes} fallback="Failed to fetch proposed changes" />
          <Figures
            figures={data.figures}
            active={data.active}
            listings={data.listingCount}
            hasGuests={hasGuests}
          />
          <ToAnswer
            requests={visits.data?.requested ?? []}
            changes={changes.data ?? []}
            now={now}
          />
          <IncomingBookings list={incoming} now={now} account={account.data} />
          <Section
            title="Recent Bookings"
            action={<ViewAll to={paths.myBookings()} of="bookings" />}
          >
            {data.bookings.length === 0 ? (
              <EmptyState
                icon={CalendarClock}
                title="No Bookings Yet"
                isCompact={hasGuests}
                action={
                  <LinkButton to={paths.explore()} variant="secondary">
                    Explore Spaces
                  </LinkButton>
                }
              >
                {hasGuests
                  ? 'You haven’t booked a space yourself. Guest bookings are above.'
                  : 'Spaces you book appear here.'}
              </EmptyState>
            ) : (
              <Rows>
                {data.bookings.map((booking) => (
                  <BookingRow key={booking.id} booking={booking} />
                ))}
              </Rows>
            )}
          </Section>
          <Section title="Your Listings" action={<ViewAll to={paths.myListings()} of="listings" />}>
            {data.listings.rows.length === 0 ? (
              <EmptyState
                icon={Store}
                title="No Listings Yet"
                action={<LinkButton to={paths.createListing()}>Create Listing</LinkButton>}
              >
                List a studio, an office or a venue and rent it out by the hour.
              </EmptyState>
            ) : (
              <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
                {data.listings.rows.map((space) => (
                  <li key={space.id}>
                    <ListingCard space={space} heading="h3" />
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </>
      )}
    </div>
  )
}

/** On phones, the earnings tile fills a whole row. */
const tilesStyles =
  'grid gap-3 min-[18rem]:grid-cols-2 min-[18rem]:*:first:col-span-2 sm:grid-cols-3 sm:gap-4 sm:*:first:col-span-1'

function Figures(props: {
  figures: HostFigures
  /**
   * For hosts, `active` counts the confirmed bookings of their spaces. For other users, it counts
   * their own upcoming bookings. `note` says which bookings are counted.
   */
  active: { count: number; note: string }
  listings: number
  /** Whether guests have booked the user's spaces, including cancelled bookings. */
  hasGuests: boolean
}) {
  const { figures, active, listings, hasGuests } = props
  const { earnings, owed } = figures
  const [main, ...others] = earnings
  return (
    <dl className={tilesStyles}>
      <Tile
        label="Total Earnings"
        icon={Wallet}
        value={formatMoney(main.amount, main.currency)}
        note={
          <>
            {others.length > 0 && (
              <span className="block">
                {others
                  .map(({ currency, amount }) => formatMoney(amount, currency))
                  .join('\u00a0· ')}
              </span>
            )}
            {hasGuests || others.length > 0 || main.amount > 0
              ? 'Your share, excluding cancelled bookings'
              : 'No earnings yet'}
            {owed.map(({ currency, amount }) => (
              <span key={currency} className="block">
                {formatMoney(amount, currency)} will be deducted from your next payouts
              </span>
            ))}
          </>
        }
      />
      <Tile label="Active Bookings" icon={CalendarCheck2} value={active.count} note={active.note} />
      <Tile label="Total Listings" icon={Building2} value={listings} />
    </dl>
  )
}

function ViewAll({ to, of }: { to: string; of: string }): ReactNode {
  return (
    <TextLink to={to} className="inline-flex min-h-8 items-center text-sm">
      View All<span className="sr-only"> {of}</span>
    </TextLink>
  )
}

function Waiting() {
  return (
    <>
      <output className="sr-only">Loading your dashboard</output>
      <div className={tilesStyles}>
        <Skeleton className="h-32 rounded-card" />
        <Skeleton className="h-32 rounded-card" />
        <Skeleton className="h-32 rounded-card" />
      </div>
      <Skeleton className="h-100 rounded-card" />
      <Skeleton className="h-80 rounded-card" />
    </>
  )
}

function BookingRow({ booking }: { booking: Booking }) {
  const { space } = booking
  const { day, span, instants } = timesOf(booking)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <CoverPicture space={space} sizes="4rem" className="size-14 shrink-0 rounded-control" />
      <div className="min-w-0 grow basis-28">
        <Link
          to={paths.booking(booking.id)}
          className="block font-semibold hover:underline min-[18rem]:truncate"
        >
          {space.title}
        </Link>
        <p className="text-sm text-ink-soft">
          {day}, <span className="min-[18rem]:whitespace-nowrap">{span}</span>
          <ViewerTime
            span={instants}
            timeZone={booking.time_zone}
            className="block text-ink-faint"
          />
        </p>
      </div>
      <div className="flex flex-col items-end gap-1.5">
        <Price amount={booking.total_price} currency={booking.currency} className="font-semibold" />
        <BookingStatusBadge status={booking.status} />
      </div>
    </li>
  )
}
