import type { Route } from './+types/route'
import { CalendarX2 } from 'lucide-react'
import { flushSync } from 'react-dom'
import { type Booking, bookingsOfGuest, findBooking } from '#web/data/bookings.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { usePages } from '#web/data/use-pages.ts'
import { useRequiredUser } from '#web/features/account/session.tsx'
import { BookingCard, BookingCardSkeleton, canCancel } from '#web/features/booking/booking-card.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { CancelBooking } from './cancel-booking.tsx'

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
  const { rows, hasMore, error, isLoadingMore, showMore, changeRows } = usePages(
    user && `bookings of ${user.id}`,
    (client, after) => bookingsOfGuest(client, user?.id ?? '', { after, limit: pageSize }),
    'Failed to fetch bookings',
  )

  async function showMoreAndGoThere() {
    const first = await showMore()
    if (first) focusRow(first.id, { preventScroll: true })
  }

  /** Shows the booking as the server has it now; its button is gone, so the focus goes to its row. */
  async function showCancelled(booking: Booking) {
    showToast({ title: 'Booking cancelled', tone: 'success' })
    const cancelled = await findBooking(await browserClient(), booking.id).catch(() => null)
    const current: Booking = cancelled ?? { ...booking, status: 'cancelled' }
    flushSync(() => changeRows((row) => (row.id === booking.id ? current : row)))
    focusRow(booking.id)
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
            Spaces that you book appear here, with their time and the way to cancel.
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
          hasMore={hasMore}
          isPending={isLoadingMore}
          onPress={() => void showMoreAndGoThere()}
          error={error}
        />
      </div>
    </section>
  )
}

const rowId = (bookingId: string) => `booking-${bookingId}`

function focusRow(bookingId: string, options?: FocusOptions): void {
  document.getElementById(rowId(bookingId))?.focus(options)
}
