import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { maximumHours } from '@hourspace/domain/booking-hours.ts'
import { formatMoney } from '@hourspace/domain/money.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { confirmBooking, removeSavedCards } from '#web/data/checkout.ts'
import { extendBooking, extensionOf, extensionPrice } from '#web/data/extensions.ts'
import { FunctionRefusal } from '#web/data/functions.ts'
import { userKey } from '#web/data/query-client.ts'
import { useSession } from '#web/features/account/session.tsx'
import { stripeClient } from '#web/features/booking/load-stripe.ts'
import { messageOf } from '#web/lib/errors.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { formatClock, placeTime } from '#web/lib/times.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { Panel } from './panel.tsx'
import { useIsReturning } from './use-returned-payment.tsx'

const ExtendPayment = lazy(() => import('./extend-payment.tsx'))

type ExtendProps = { booking: BookingDetails; isHost: boolean; now: Date }

export function ExtendPanel({ booking, isHost, now }: ExtendProps) {
  const { user } = useSession()
  const { data: extension } = useQuery(extensionOf(user?.id, booking.id))
  // Offers no extension until the result of a payment after Stripe's redirect is known, because the
  // payment may be for an extension.
  const isReturning = useIsReturning()
  const hasStarted = booking.status === 'confirmed' && new Date(booking.start_time) <= now
  return (
    <>
      {booking.extends_booking_id && (
        <Banner tone="info">
          This booking continues{' '}
          <TextLink to={paths.booking(booking.extends_booking_id)}>an earlier booking</TextLink>.
        </Banner>
      )}
      {extension && (
        <Banner tone="info">
          This booking is extended until{' '}
          {formatClock(new Date(extension.end_time), extension.time_zone)}.{' '}
          <TextLink to={paths.booking(extension.id)}>See the extension</TextLink>
        </Banner>
      )}
      {hasStarted && !isHost && extension === null && !isReturning && (
        <Extend booking={booking} isRunning={now < new Date(booking.end_time)} />
      )}
    </>
  )
}

const cardName = ({ brand, last4 }: { brand: string; last4: string }) =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`

function RemoveCard({ onRemoved }: { onRemoved: () => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: removeSavedCards,
    onSuccess: () => {
      showToast({ title: 'Saved card removed', tone: 'success' })
      onRemoved()
    },
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="secondary" size="small" isPending={isPending} onPress={() => mutate()}>
        Remove saved card
      </Button>
      {error && <Banner tone="error">{messageOf(error, 'Failed to remove the card')}</Banner>}
    </div>
  )
}

/** Texts for the error codes that mean that the guest cannot extend the booking. */
const closedTexts: Record<string, string> = {
  slot_taken: 'The time right after your booking is taken, so you can’t stay longer this time.',
  ends_too_late: 'The space closes at the end of your booking, so you can’t stay longer.',
  too_long: 'Your booking is already as long as this space allows.',
}

/**
 * Offers to extend a running booking. After the end of the booking, the panel stays while the guest
 * pays, and still shows the error of a failed request.
 */
function Extend({ booking, isRunning }: { booking: BookingDetails; isRunning: boolean }) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [hours, setHours] = useState(1)
  // Stores the total with the payment, because otherwise a failed refetch of the price would close
  // the payment form.
  const [payment, setPayment] = useState<{ clientSecret: string; total: string }>()
  const [declined, setDeclined] = useState<string>()
  const price = useQuery({
    ...extensionPrice(user?.id, booking.id, hours),
    enabled: isRunning,
    placeholderData: keepPreviousData,
  })
  const code = price.error instanceof FunctionRefusal ? price.error.code : undefined
  const closed = code === undefined ? undefined : closedTexts[code]
  const shown = price.error || price.isPlaceholderData ? undefined : price.data
  const total = shown && formatMoney(shown.total, shown.currency)
  const extend = useMutation({
    mutationFn: async (withSavedCard: boolean) => {
      const opened = await extendBooking({
        bookingId: booking.id,
        hours,
        total: shown!.total,
        withSavedCard,
      })
      if (!opened.needsAction || !opened.clientSecret) return { ...opened, status: undefined }
      const stripe = await stripeClient()
      const acted = await stripe?.handleNextAction({ clientSecret: opened.clientSecret })
      if (acted?.error) return { ...opened, status: undefined, declined: acted.error.message ?? '' }
      const { bookingId, status } = await confirmBooking(opened.clientSecret.split('_secret_')[0]!)
      return { ...opened, bookingId, status }
    },
    onSuccess: async ({ clientSecret, bookingId, declined: reason, status, ...opened }) => {
      // The booking's page shows the result of a payment that is processing or refunded.
      if (clientSecret && (status === 'processing' || status === 'refunded')) {
        const query = new URLSearchParams({ payment_intent_client_secret: clientSecret })
        return void navigate(`${paths.booking(booking.id)}?${query}`, { replace: true })
      }
      setDeclined(reason)
      if (!bookingId && clientSecret)
        return setPayment({ clientSecret, total: formatMoney(opened.total, opened.currency) })
      showToast({ title: 'Booking extended', tone: 'success' })
      await queryClient.invalidateQueries({ queryKey: userKey(user?.id) })
      if (bookingId) void navigate(paths.booking(bookingId))
    },
    onError: () => void price.refetch(),
  })

  const isOver = !isRunning || code === 'not_extendable'
  const error = extend.error && (
    <Banner tone="error">{messageOf(extend.error, 'Failed to extend the booking')}</Banner>
  )
  if (isOver && !payment && !extend.isPending)
    return error && <Panel title="Stay longer?">{error}</Panel>
  return (
    <Panel title="Stay longer?">
      {closed && hours === 1 ? (
        <p>{closed}</p>
      ) : (
        <>
          <div className="grid items-end gap-4 min-[30rem]:grid-cols-[10rem_1fr]">
            <NumberStepper
              label="More hours"
              value={hours}
              min={1}
              max={maximumHours}
              onChange={(next) => {
                extend.reset()
                setHours(next)
              }}
            />
            <output className="block pb-1">
              {closed && 'That many hours aren’t free. Please choose fewer.'}
              {!shown && !price.error && <Skeleton className="h-6 w-48 rounded-small" />}
              {shown && (
                <>
                  Until <strong>{formatClock(new Date(shown.endsAt), booking.time_zone)}</strong> (
                  {placeTime(booking.space.location)}) for <strong>{total}</strong>, all in
                </>
              )}
            </output>
          </div>
          {price.error && !closed && (
            <RetryBanner
              message={messageOf(price.error, 'We couldn’t calculate the price. Please try again.')}
              onRetry={() => void price.refetch()}
            />
          )}
          {error}
          <div className="flex flex-wrap gap-3">
            <Button
              isDisabled={!shown}
              isPending={extend.isPending}
              onPress={() => extend.mutate(Boolean(shown?.card))}
            >
              {hours === 1 ? 'Extend by 1 hour' : `Extend by ${hours} hours`}
            </Button>
            {shown?.card && (
              <Button
                variant="secondary"
                isDisabled={extend.isPending}
                onPress={() => extend.mutate(false)}
              >
                Use another card
              </Button>
            )}
          </div>
          <p className="text-sm text-ink-soft">
            {shown?.card && (
              <>
                Your card <strong>{cardName(shown.card)}</strong> is charged {total} right
                away.{' '}
              </>
            )}
            The extra time is a separate booking. It is paid now and can’t be refunded.
          </p>
          {shown?.card && <RemoveCard onRemoved={() => void price.refetch()} />}
        </>
      )}
      {payment && (
        <Suspense>
          <ExtendPayment
            bookingId={booking.id}
            {...payment}
            declined={declined}
            onClose={() => setPayment(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  )
}
