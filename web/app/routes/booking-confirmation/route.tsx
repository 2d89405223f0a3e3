import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/route'
import { findBooking } from '#web/data/bookings.ts'
import { paidFor } from '#web/data/checkout.ts'
import { useQuery } from '#web/data/use-query.ts'
import { useSession } from '#web/features/account/session.tsx'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { BookingCard, BookingCardSkeleton } from '#web/features/booking/booking-card.tsx'
import { forgetDraft } from '#web/features/booking/draft.ts'
import { OutcomeCard } from './outcome-card.tsx'
import { useConfirmation } from './use-confirmation.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Booking confirmation',
      description: 'What became of your payment.',
      path: paths.bookingConfirmation(),
      noindex: true,
    },
    matches,
  )
}

/** Whoever paid is signed in; who is not any more is asked to, or goes home. */
function useSignedIn(): boolean {
  const { status } = useSession()
  const signIn = useSignIn()
  const navigate = useNavigate()
  useEffect(() => {
    if (status === 'signed-out')
      signIn({ onDismiss: () => void navigate(paths.home(), { replace: true }) })
  }, [status, signIn, navigate])
  return status === 'signed-in'
}

export default function BookingConfirmation() {
  const [query] = useSearchParams()
  const isSignedIn = useSignedIn()
  const outcome = useConfirmation(
    { clientSecret: query.get('payment_intent_client_secret'), bookingId: query.get('booking') },
    isSignedIn,
  )
  const bookingId = outcome.status === 'confirmed' && isSignedIn ? outcome.bookingId : null
  const booking = useQuery(
    bookingId && `booking ${bookingId}`,
    (client) => findBooking(client, bookingId ?? ''),
    'Failed to fetch bookings',
  )
  const bookedSpaceId = booking.data?.space.id
  useEffect(() => {
    if (bookedSpaceId) forgetDraft(bookedSpaceId)
  }, [bookedSpaceId])

  const failure = outcome.status === 'failed' && isSignedIn ? outcome : null
  const failedIntent = failure?.paymentIntentId
  const { data: failedFor } = useQuery(
    failedIntent ? `payment ${failedIntent} ${failure.reason}` : null,
    (client) => paidFor(client, failedIntent ?? ''),
    'Failed to fetch bookings',
  )

  return (
    <section className="page flex min-h-[65dvh] flex-col items-center justify-center py-12">
      <OutcomeCard outcome={outcome} paidFor={failedFor}>
        {outcome.status === 'confirmed' && (
          <div className="w-full text-left">
            {booking.data && <BookingCard booking={booking.data} />}
            {booking.data === undefined && !booking.error && <BookingCardSkeleton />}
          </div>
        )}
      </OutcomeCard>
    </section>
  )
}
