import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import type { Route } from './+types/my-bookings'
import { bookingsOfGuest } from '#web/data/bookings.ts'
import { useQuery } from '#web/data/use-query.ts'
import { useRequiredUser } from '#web/features/account/use-required-user.ts'
import { BookingCard, BookingCardSkeleton } from '#web/features/booking/booking-card.tsx'
import { canCancel } from '#web/features/booking/booking-times.ts'
import { CancelBooking } from '#web/features/booking/cancel-booking.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** Bookings before 'Show more', and with each press of it. */
const pageSize = 12

export function loader() {
  return { renderedAt: new Date() }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'My Bookings',
      description: 'The spaces you have booked on Hourspace.',
      path: paths.myBookings(),
      noindex: true,
    },
    matches,
  )
}

export default function MyBookings({ loaderData }: Route.ComponentProps) {
  const user = useRequiredUser()
  const now = useNow(loaderData.renderedAt)
  const [limit, setLimit] = useState(pageSize)
  const { data, error, reload } = useQuery(
    user && `bookings of ${user.id}`,
    (client) => bookingsOfGuest(client, user?.id ?? '', limit),
    'Failed to fetch bookings',
  )
  // The answer stays on screen while a longer one is fetched, so nothing jumps.
  const isFetchingMore = Boolean(data?.hasMore && data.bookings.length < limit)
  const showMore = () => {
    setLimit(limit + pageSize)
    reload()
  }

  return (
    <section className="page flex min-h-[65dvh] max-w-4xl flex-col gap-6 py-10 sm:py-14">
      <h1 className="text-3xl">My Bookings</h1>
      {error && <Banner tone="error">{error}</Banner>}
      {!data && !error && (
        <div className="flex flex-col gap-5">
          <output className="sr-only">Loading your bookings</output>
          <BookingCardSkeleton />
          <BookingCardSkeleton />
          <BookingCardSkeleton />
        </div>
      )}
      {data?.bookings.length === 0 && (
        <EmptyState
          icon={CalendarX2}
          title="No Bookings Yet"
          action={<LinkButton to={paths.explore()}>Explore Spaces</LinkButton>}
        >
          Spaces that you book appear here, with their time and the way to cancel.
        </EmptyState>
      )}
      {data && data.bookings.length > 0 && (
        <ul className="flex flex-col gap-5">
          {data.bookings.map((booking) => (
            <li key={booking.id}>
              <BookingCard booking={booking}>
                {canCancel(booking, now) && (
                  <CancelBooking
                    booking={booking}
                    now={now}
                    onCancelled={() => {
                      showToast({ title: 'Booking cancelled', tone: 'success' })
                      reload()
                    }}
                  />
                )}
              </BookingCard>
            </li>
          ))}
        </ul>
      )}
      {data?.hasMore && (
        <Button
          variant="secondary"
          className="self-center"
          isPending={isFetchingMore && !error}
          onPress={showMore}
        >
          Show more
        </Button>
      )}
    </section>
  )
}
