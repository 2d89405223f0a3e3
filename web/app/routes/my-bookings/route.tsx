import { company } from '@hourspace/domain/company.ts'
import type { Route } from './+types/route'
import { CalendarX2 } from 'lucide-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type Booking, bookingById, guestBookings } from '#web/data/bookings.ts'
import { mapRows } from '#web/data/keyset.ts'
import { userKey } from '#web/data/query-client.ts'
import { useRequiredUser } from '#web/features/account/session.tsx'
import { BookingCard, BookingCardSkeleton, canCancel } from '#web/features/booking/booking-card.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { CancelBooking } from '#web/features/booking/cancel-booking.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'My Bookings',
      description: `The spaces you have booked on ${company.name}.`,
      path: paths.myBookings(),
      noindex: true,
    },
    matches,
  )
}

export default function MyBookings({ loaderData }: Route.ComponentProps) {
  const user = useRequiredUser()
  const now = useNow(loaderData.renderedAt)
  const queryClient = useQueryClient()
  const focus = useFocusWhenRendered()
  const query = guestBookings(user?.id)
  const list = useInfiniteQuery(query)
  const rows = list.data?.pages.flatMap((page) => page.rows)
  const error = list.error ? messageOf(list.error, 'Failed to fetch bookings') : undefined

  async function showMore() {
    const { data, isError } = await list.fetchNextPage()
    const first = data?.pages.at(-1)?.rows[0]
    if (first && !isError) focus(rowId(first.id), { preventScroll: true })
  }

  /** Moves the focus to the booking's row, because the cancel button disappears. */
  async function showCancelled(booking: Booking) {
    showToast({ title: 'Booking cancelled', tone: 'success' })
    const fresh = await queryClient.fetchQuery(bookingById(user?.id, booking.id)).catch(() => null)
    const current: Booking = fresh ?? { ...booking, status: 'cancelled' }
    queryClient.setQueryData(query.queryKey, (before) =>
      mapRows(before, (row) => (row.id === booking.id ? current : row)),
    )
    void queryClient.invalidateQueries({ queryKey: userKey(user?.id) })
    focus(rowId(booking.id))
  }

  return (
    <section className="page min-h-[65dvh] py-10 sm:py-14">
      <div className="flex max-w-4xl flex-col gap-6">
        <h1 className="text-3xl">My Bookings</h1>
        {!rows && !error && (
          <div className="flex flex-col gap-5">
            <output className="sr-only">Loading your bookings</output>
            <BookingCardSkeleton />
            <BookingCardSkeleton />
            <BookingCardSkeleton />
          </div>
        )}
        {rows?.length === 0 && (
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
                <BookingCard booking={booking}>
                  {canCancel(booking, now) && (
                    <CancelBooking
                      booking={booking}
                      now={now}
                      onCancelled={() => void showCancelled(booking)}
                    />
                  )}
                </BookingCard>
              </li>
            ))}
          </ul>
        )}
        <ShowMore
          hasMore={list.hasNextPage}
          isPending={list.isFetchingNextPage}
          onPress={() => void showMore()}
          error={error}
        />
      </div>
    </section>
  )
}

const rowId = (bookingId: string) => `booking-${bookingId}`
