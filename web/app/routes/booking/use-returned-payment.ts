import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { confirmBooking } from '#web/data/checkout.ts'
import { userKey } from '#web/data/query-client.ts'
import { useSession } from '#web/features/account/session.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { showToast } from '#web/ui/toast.tsx'

const secretName = 'payment_intent_client_secret'

const outcomes = {
  confirmed: 'Booking changed',
  requested: 'Change proposed',
  processing: 'Your bank is processing the payment. This page shows the result.',
} as const

/** Returns true from Stripe's redirect until `useReturnedPayment` knows the payment's result. */
export const useIsReturning = () => useSearchParams()[0].has(secretName)

/**
 * Completes a payment after Stripe has redirected the guest back. Returns the error text if the
 * payment failed.
 */
export function useReturnedPayment(bookingId: string): string | undefined {
  const [query, setQuery] = useSearchParams()
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [error, setError] = useState<string>()
  const secret = query.get(secretName)
  const navigate = useNavigate()
  const finished = useRef<string>(null)

  const finish = useEffectEvent(async (clientSecret: string) => {
    try {
      const { status, bookingId: bookedId } = await confirmBooking(
        clientSecret.split('_secret_')[0]!,
      )
      if (status === 'confirmed' && bookedId && bookedId !== bookingId) {
        showToast({ title: 'Booking extended', tone: 'success' })
        await queryClient.invalidateQueries({ queryKey: userKey(user?.id) })
        void navigate(paths.booking(bookedId), { replace: true })
        return
      }
      if (status === 'failed' || status === 'refunded')
        setError(
          status === 'failed'
            ? 'Nothing was changed, and you were not charged. The time may have been taken: please try again or choose another one.'
            : 'The time was taken before your payment arrived. The payment is refunded in full.',
        )
      else showToast({ title: outcomes[status], tone: 'success' })
      // Keeps the client secret in the URL, so that the page polls for the payment's result.
      if (status === 'processing') return
    } catch (cause) {
      setError(messageOf(cause, 'The payment could not be checked. Please reload the page.'))
    }
    await queryClient.invalidateQueries({ queryKey: userKey(user?.id) })
    setQuery({}, { replace: true, preventScrollReset: true })
  })

  useEffect(() => {
    if (!secret || !user || finished.current === secret) return
    finished.current = secret
    void finish(secret)
  }, [secret, user])

  return error
}
