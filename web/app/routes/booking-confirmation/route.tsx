import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/route'
import { useQuery } from '@tanstack/react-query'
import { bookingById } from '#web/data/bookings.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { paidFor } from '#web/data/checkout.ts'
import { userKey } from '#web/data/query-client.ts'
import { type User, useSession } from '#web/features/account/session.tsx'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { BookingCard, BookingCardSkeleton } from '#web/features/booking/booking-card.tsx'
import { clearDraft } from '#web/features/booking/draft.ts'
import { OutcomeCard } from './outcome-card.tsx'
import { useConfirmation } from './use-confirmation.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Booking confirmation',
      description: 'The status of your payment and booking.',
      path: paths.bookingConfirmation(),
      noindex: true,
    },
    matches,
  )
}

/**
 * Returns the signed-in user. A signed-out visitor gets the sign-in dialog; dismissing it leads to
 * the home page.
 */
function useSignedInUser(): User | null {
  const { status, user } = useSession()
  const signIn = useSignIn()
  const navigate = useNavigate()
  useEffect(() => {
    if (status === 'signed-out')
      signIn({ onDismiss: () => void navigate(paths.home(), { replace: true }) })
  }, [status, signIn, navigate])
  return user
}

export default function BookingConfirmation() {
  const [query] = useSearchParams()
  const user = useSignedInUser()
  const outcome = useConfirmation(
    { clientSecret: query.get('payment_intent_client_secret'), bookingId: query.get('booking') },
    user?.id,
  )
  const bookingId = outcome.status === 'confirmed' ? outcome.bookingId : null
  const booking = useQuery(bookingById(user?.id, bookingId))
  const bookedSpaceId = booking.data?.space.id
  useEffect(() => {
    if (bookedSpaceId) clearDraft(bookedSpaceId)
  }, [bookedSpaceId])

  const failure = outcome.status === 'failed' ? outcome : null
  const failedIntent = failure?.paymentIntentId
  const { data: failedFor } = useQuery({
    queryKey: [...userKey(user?.id), 'payment', failedIntent, failure?.reason],
    queryFn: async () => paidFor(await browserClient(), failedIntent ?? ''),
    enabled: user !== null && failedIntent !== undefined,
  })

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
