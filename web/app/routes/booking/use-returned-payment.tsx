import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { BookingChange } from '#web/data/changes.ts'
import { confirmBooking, type ConfirmationAnswer } from '#web/data/checkout.ts'
import { userKey } from '#web/data/query-client.ts'
import { useSession } from '#web/features/account/session.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { Banner } from '#web/ui/banner.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { summaryId } from './summary.tsx'

const secretName = 'payment_intent_client_secret'

/**
 * Polling interval in milliseconds after Stripe's redirect, until the payment's result is known.
 */
export const returningPollMs = 3_000

type Notice = { tone: 'info' | 'error'; text: string }

/**
 * Returns the text about a payment that has not changed or extended the booking. Its tone is `info`
 * while the payment can still succeed. Returns null for a payment that has succeeded.
 */
export function noticeOf(payment: Omit<ConfirmationAnswer, 'bookingId'>): Notice | null {
  const { status, paymentStatus } = payment
  switch (status) {
    case 'confirmed':
    case 'requested':
      return null
    case 'processing':
      return {
        tone: 'info',
        text: 'Your bank is processing the payment. This page shows the result.',
      }
    case 'refunded':
      return { tone: 'error', text: 'Nothing was changed. We refund the payment in full.' }
    case 'failed':
      if (paymentStatus === 'requires_action')
        return {
          tone: 'info',
          text: 'Your bank is waiting for you in another tab or in its app. Please confirm the payment there. You have not been charged.',
        }
      return {
        tone: 'error',
        text:
          paymentStatus === 'requires_payment_method'
            ? 'Your bank declined the payment. Nothing was changed, and you were not charged. Please try again or use another card.'
            : 'Nothing was changed, and you were not charged.',
      }
  }
}

/**
 * Returns true if the notice about a failed payment is outdated, because a change was proposed,
 * accepted or applied since. `before` is the newest change when the page loaded, or null if there
 * was none. `after` is the newest change now.
 */
export function isOutdated(before: ChangeState | null, after: ChangeState | null): boolean {
  return (
    after !== null &&
    ['open', 'accepted', 'done'].includes(after.status) &&
    (before?.id !== after.id || before.status !== after.status)
  )
}

type ChangeState = Pick<BookingChange, 'id' | 'status'>

const isInFlight = (payment: ConfirmationAnswer) => noticeOf(payment)?.tone === 'info'

/** Returns true after Stripe's redirect, until `useReturnedPayment` has the payment's result. */
export const useIsReturning = () => useSearchParams()[0].has(secretName)

/**
 * Completes a payment after Stripe has redirected the guest back, and polls until its result is
 * final. Returns a banner while the payment is in flight and after it has failed; otherwise null.
 * The banner disappears when a later change is proposed, accepted or applied. `change` is the
 * newest proposed change: null if none exists, undefined while it loads.
 */
export function useReturnedPayment(
  bookingId: string,
  change: BookingChange | null | undefined,
): ReactNode {
  const [firstChange, setFirstChange] = useState(change)
  if (firstChange === undefined && change !== undefined) setFirstChange(change)
  const [query, setQuery] = useSearchParams()
  const { user } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const focus = useFocusWhenRendered()
  const secret = query.get(secretName)
  const {
    data: payment,
    error,
    refetch,
  } = useQuery({
    queryKey: [...userKey(user?.id), 'returned payment', secret],
    queryFn: () => confirmBooking((secret ?? '').split('_secret_')[0]!),
    // Disables the query after the final result, so that invalidations do not check the payment
    // again.
    enabled: ({ state }) =>
      user !== null && secret !== null && (!state.data || isInFlight(state.data)),
    refetchInterval: ({ state }) =>
      state.data && isInFlight(state.data) ? returningPollMs : false,
    // Keeps the notice after the client secret was removed from the URL.
    placeholderData: keepPreviousData,
    // Polls in the background, because the bank's page may be open in another tab.
    refetchIntervalInBackground: true,
    gcTime: 0,
  })

  const finish = useEffectEvent(async (result: ConfirmationAnswer) => {
    const { status, bookingId: bookedId } = result
    const isExtended = status === 'confirmed' && bookedId !== null && bookedId !== bookingId
    if (status === 'confirmed')
      showToast({ title: isExtended ? 'Booking extended' : 'Booking changed', tone: 'success' })
    if (status === 'requested') showToast({ title: 'Change proposed', tone: 'success' })
    await queryClient.invalidateQueries({ queryKey: userKey(user?.id) })
    if (isExtended) {
      void navigate(paths.booking(bookedId), { replace: true })
      return
    }
    setQuery({}, { replace: true, preventScrollReset: true })
    // Focuses the summary if nothing has the focus: the panel with the payment form has
    // disappeared.
    if (status === 'confirmed' && document.activeElement === document.body) focus(summaryId)
  })
  useEffect(() => {
    if (payment && !isInFlight(payment)) void finish(payment)
  }, [payment])

  // The client secret stays in the URL, so that a reload checks the payment too.
  if (error && !payment)
    return (
      <RetryBanner
        message={messageOf(error, 'The payment could not be checked. Please try again.')}
        onRetry={() => void refetch()}
      />
    )
  if (change && firstChange !== undefined && isOutdated(firstChange, change)) return null
  const notice = payment && noticeOf(payment)
  return notice ? <Banner tone={notice.tone}>{notice.text}</Banner> : null
}
