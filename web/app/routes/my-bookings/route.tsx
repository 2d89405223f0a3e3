import { company } from '@hourspace/domain/company.ts'
import type { Route } from './+types/route'
import { CalendarX2, SearchX } from 'lucide-react'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Booking,
  type BookingListQuery,
  bookingById,
  bookingFilters,
  guestBookings,
  nextBooking,
} from '#web/data/bookings.ts'
import { mapRows } from '#web/data/keyset.ts'
import { userKey } from '#web/data/query-client.ts'
import { dueReviews } from '#web/data/reviews.ts'
import { startsQueries } from '#web/data/user-queries.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { BookingCard, BookingCardSkeleton, canCancel } from '#web/features/booking/booking-card.tsx'
import { CancelBooking } from '#web/features/booking/cancel-booking.tsx'
import { DueReviews } from '#web/features/booking/due-reviews.tsx'
import { NextUp } from '#web/features/booking/next-up.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { useShowMore } from '#web/lib/use-show-more.ts'
import { useUrlFilters } from '#web/lib/use-url-filters.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { showToast } from '#web/ui/toast.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export const clientLoader = startsQueries((userId, queries, { request }) => {
  void queries.prefetchInfiniteQuery(
    guestBookings(userId, shownBookings(new URL(request.url).searchParams)),
  )
  void queries.prefetchQuery(nextBooking(userId))
  void queries.prefetchQuery(dueReviews(userId))
})

/** Skips the loader, because its data does not depend on the filter in the URL. */
export const shouldRevalidate = () => false

export const meta = staticMeta({
  title: 'My Bookings',
  description: `The spaces you have booked on ${company.name}.`,
  path: paths.myBookings(),
  noindex: true,
})

export default function MyBookings({ loaderData }: Route.ComponentProps) {
  const user = useUserOrSignIn()
  const now = useNow(loaderData.renderedAt)
  const queryClient = useQueryClient()
  const focus = useFocusWhenRendered()
  const { params, field, change } = useUrlFilters()
  const shown = shownBookings(params)
  const { show, search } = shown
  const isFiltered = show !== undefined || search !== ''
  const query = guestBookings(user?.id, shown)
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const next = useQuery(nextBooking(user?.id))
  const due = useQuery(dueReviews(user?.id))
  // Waits for the list, the next booking and the due reviews, because a part that appears later
  // would move the list while the user taps it. A retry of the next booking or of the due reviews
  // does not hide the page.
  const isLoading =
    list.isPending || [next, due].some(({ isPending, isFetched }) => isPending && !isFetched)
  const rows = list.data?.pages.flatMap((page) => page.rows)
  // Shows a placeholder while a filter loads, unless bookings of the previous filter are shown.
  const isWaiting = rows?.length === 0 && list.isPlaceholderData
  const isEmpty = rows?.length === 0 && !isWaiting
  const error = list.error ? messageOf(list.error, 'Failed to fetch bookings') : undefined

  const more = useShowMore(list, ({ id }) => rowId(id))

  function reload() {
    for (const { isError, refetch } of [list, next, due]) if (isError) void refetch()
  }

  /** Shows a cancelled booking and moves the focus, because the cancel button disappears. */
  async function showCancelled(booking: Booking) {
    showToast({ title: 'Booking cancelled', tone: 'success' })
    const fresh = await queryClient.fetchQuery(bookingById(user?.id, booking.id)).catch(() => null)
    const current: Booking = fresh ?? { ...booking, status: 'cancelled' }
    queryClient.setQueryData(query.queryKey, (before) =>
      mapRows(before, (row) => (row.id === booking.id ? current : row)),
    )
    void queryClient.invalidateQueries({ queryKey: userKey(user?.id) })
    // Focuses the page's heading if the filter 'Upcoming' removes the booking's row.
    focus(show === 'upcoming' ? headingId : rowId(booking.id))
  }

  return (
    <section className="page min-h-[65dvh] py-8 sm:py-10">
      <div className="flex flex-col gap-6">
        <h1 id={headingId} tabIndex={-1} className="text-3xl outline-offset-4">
          My Bookings
        </h1>
        {isLoading ? (
          <div className="flex flex-col gap-5">
            <output className="sr-only">Loading your bookings</output>
            <BookingCardSkeleton />
            <BookingCardSkeleton />
            <BookingCardSkeleton />
          </div>
        ) : (
          <>
            {/* If the list has failed, only its error is shown. The button below that error
                also reloads the next booking and the due reviews. */}
            {(!error || rows) && (
              <>
                <QueryError query={next} fallback="Failed to fetch your next booking" />
                <QueryError query={due} fallback="Failed to fetch your reviews to write" />
              </>
            )}
            {next.data && <NextUp booking={next.data} now={now} />}
            <DueReviews reviews={due.data} side="guest" />
            {(isFiltered || isWaiting || (rows && rows.length > 0)) && (
              <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
                <FilterChips
                  label="Show bookings"
                  name="show"
                  options={chips}
                  value={show ?? all}
                  onChange={(chip) => change('show', chip === all ? null : chip)}
                  required
                />
                <SearchField
                  label="Search by space name"
                  placeholder="Search by space name"
                  name="q"
                  value={field.text}
                  onChange={field.setText}
                  className="sm:w-72"
                />
              </div>
            )}
            {isWaiting && <BookingCardSkeleton />}
            {isEmpty && isFiltered && (
              <EmptyState
                icon={SearchX}
                title={nothingFound({ show, search })}
                action={
                  <LinkButton to={paths.myBookings()} variant="secondary">
                    Show all bookings
                  </LinkButton>
                }
              >
                {search ? 'Check the spelling, or show all your bookings.' : null}
              </EmptyState>
            )}
            {isEmpty && !isFiltered && (
              <EmptyState
                icon={CalendarX2}
                title="No Bookings Yet"
                action={<LinkButton to={paths.explore()}>Explore Spaces</LinkButton>}
              >
                Your bookings will appear here, with their times and a way to cancel.
              </EmptyState>
            )}
            {rows && rows.length > 0 && (
              <ul className="flex flex-col gap-5">
                {rows.map((booking) => (
                  <li
                    key={booking.id}
                    id={rowId(booking.id)}
                    tabIndex={-1}
                    className="rounded-card outline-offset-4"
                  >
                    <BookingCard booking={booking} now={now}>
                      <div className="flex flex-wrap gap-2">
                        <LinkButton to={paths.booking(booking.id)} size="small" variant="secondary">
                          View booking<span className="sr-only">: {booking.space.title}</span>
                        </LinkButton>
                        {canCancel(booking, now) && (
                          <CancelBooking
                            booking={booking}
                            now={now}
                            onCancelled={() => void showCancelled(booking)}
                            isQuiet
                          />
                        )}
                      </div>
                    </BookingCard>
                  </li>
                ))}
              </ul>
            )}
            <ShowMore {...more} error={error} onRetry={reload} />
          </>
        )}
      </div>
    </section>
  )
}

const all = 'all'

const chips = [
  { id: all, label: 'All' },
  { id: 'upcoming', label: 'Upcoming' },
  { id: 'past', label: 'Past' },
  { id: 'cancelled', label: 'Cancelled' },
] as const

const shownBookings = (params: URLSearchParams) => ({
  show: bookingFilters.find((filter) => filter === params.get('show')),
  search: params.get('q') ?? '',
})

function nothingFound({ show, search }: BookingListQuery): string {
  const kind = show ? `${show} bookings` : 'bookings'
  return search ? `No ${kind} match “${search}”` : `No ${kind}`
}

const headingId = 'my-bookings-heading'

const rowId = (bookingId: string) => `booking-${bookingId}`
