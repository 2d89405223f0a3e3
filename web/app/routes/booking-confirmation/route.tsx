import type { Route } from './+types/route'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { bookingById, type Booking } from '#web/data/bookings.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { paidFor } from '#web/data/checkout.ts'
import { userKey } from '#web/data/query-client.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { BookingCardSkeleton, BookingCard } from '#web/features/booking/booking-card.tsx'
import { clearBookedTime } from '#web/features/booking/draft.ts'
import { RefundLines } from '#web/features/booking/refund-lines.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { useConfirmation } from './use-confirmation.ts'

export function loader() {
  return { renderedAt: new Date() }
}

export const meta = staticMeta({
  title: 'Booking confirmation',
  description: 'The status of your payment and booking.',
  path: paths.bookingConfirmation(),
  noindex: true,
})

/** Shown to guests whose session was lost during the payment. */
const paidText =
  'Your payment was successful, so you don’t have to pay again. Sign in with the same account to see your booking.'

export default function BookingConfirmation({ loaderData }: Route.ComponentProps) {
  const now = useNow(loaderData.renderedAt)
  const [query] = useSearchParams()
  // Stripe adds `redirect_status`. An attacker can create a link with any value, so the value only
  // selects a text.
  const hasPaid = query.get('redirect_status') === 'succeeded'
  const user = useUserOrSignIn({ message: hasPaid ? paidText : undefined })
  const outcome = useConfirmation(
    { clientSecret: query.get('payment_intent_client_secret'), bookingId: query.get('booking') },
    user?.id,
  )
  const bookingId = 'bookingId' in outcome ? outcome.bookingId : null
  const booking = useQuery(bookingById(user?.id, bookingId))
  const isLoaded = !booking.isPending
  const navigate = useNavigate()
  const requestId = outcome.status === 'requested' ? outcome.bookingId : null
  const spaceId = query.get('space')
  useEffect(() => {
    if (bookingId && spaceId) clearBookedTime(spaceId)
  }, [bookingId, spaceId])
  useEffect(() => {
    // Opens the request's page even if the request could not be loaded, because that page offers to
    // try again.
    if (requestId && isLoaded) void navigate(paths.booking(requestId), { replace: true })
  }, [requestId, isLoaded, navigate])

  const unbooked = outcome.status === 'failed' || outcome.status === 'refunded' ? outcome : null
  const intent = unbooked?.paymentIntentId
  const reason = outcome.status === 'failed' ? outcome.reason : undefined
  const { data: unbookedSpace, isError } = useQuery({
    queryKey: [...userKey(user?.id), 'payment', intent, reason],
    queryFn: async () => paidFor(await browserClient(), intent ?? ''),
    enabled: user !== null && intent !== undefined,
  })
  const hasNoSpace = unbooked !== null && (intent === undefined || isError)

  return (
    <section className="page flex min-h-[65dvh] flex-col items-center justify-center py-12">
      <OutcomeCard outcome={outcome} paidFor={hasNoSpace ? null : unbookedSpace}>
        {outcome.status === 'confirmed' && (
          <div className="w-full text-left">
            {booking.data && <ConfirmedBooking booking={booking.data} now={now} />}
            {booking.data === undefined && !booking.error && <BookingCardSkeleton />}
          </div>
        )}
      </OutcomeCard>
    </section>
  )
}

function ConfirmedBooking({ booking, now }: { booking: Booking; now: Date }) {
  return (
    <div className="flex flex-col gap-3">
      <BookingCard booking={booking} now={now}>
        <LinkButton to={paths.booking(booking.id)} size="small">
          View booking
        </LinkButton>
      </BookingCard>
      {booking.total_price > 0 && <RefundLines booking={booking} now={now} />}
      <p className="text-sm text-ink-soft">
        The booking’s page has the address, your receipt and a calendar file.
      </p>
    </div>
  )
}
