import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { maximumHours } from '@hourspace/domain/booking-hours.ts'
import { formatMoney } from '@hourspace/domain/money.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { extendBooking, extensionOf, extensionPrice } from '#web/data/extensions.ts'
import { FunctionRefusal } from '#web/data/functions.ts'
import { userKey } from '#web/data/query-client.ts'
import { useSession } from '#web/features/account/session.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { formatClock, zoneCity } from '#web/lib/times.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { Panel } from './panel.tsx'

const ExtendPayment = lazy(() => import('./extend-payment.tsx'))

type ExtendProps = { booking: BookingDetails; isHost: boolean; now: Date }

/** Lets a guest who is inside stay longer, and links bookings that continue one another. */
export function ExtendPanel({ booking, isHost, now }: ExtendProps) {
  const { user } = useSession()
  const { data: extension } = useQuery(extensionOf(user?.id, booking.id))
  const isRunning =
    booking.status === 'confirmed' &&
    new Date(booking.start_time) <= now &&
    now < new Date(booking.end_time)
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
      {isRunning && !isHost && extension === null && <Extend booking={booking} />}
    </>
  )
}

/** Why a booking cannot be extended, as far as the guest can do nothing about it. */
const closedTexts: Record<string, string> = {
  slot_taken: 'The time right after your booking is taken, so you can’t stay longer this time.',
  ends_too_late: 'The space closes at the end of your booking, so you can’t stay longer.',
  too_long: 'Your booking already has the most hours that this space takes.',
}

function Extend({ booking }: { booking: BookingDetails }) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [hours, setHours] = useState(1)
  const [clientSecret, setClientSecret] = useState<string>()
  const price = useQuery({
    ...extensionPrice(user?.id, booking.id, hours),
    placeholderData: keepPreviousData,
  })
  const code = price.error instanceof FunctionRefusal ? price.error.code : undefined
  const closed = code === undefined ? undefined : closedTexts[code]
  const shown = price.error || price.isPlaceholderData ? undefined : price.data
  const total = shown && formatMoney(shown.total, shown.currency)
  const extend = useMutation({
    mutationFn: (seen: number) => extendBooking({ bookingId: booking.id, hours, total: seen }),
    onSuccess: async ({ clientSecret: secret, bookingId }) => {
      if (secret) return setClientSecret(secret)
      showToast({ title: 'Booking extended', tone: 'success' })
      await queryClient.invalidateQueries({ queryKey: userKey(user?.id) })
      if (bookingId) void navigate(paths.booking(bookingId))
    },
    onError: () => void price.refetch(),
  })

  if (code === 'not_extendable') return null
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
              {closed && 'This many hours are not free. Please choose fewer.'}
              {!shown && !price.error && <Skeleton className="h-6 w-48 rounded-small" />}
              {shown && (
                <>
                  Until <strong>{formatClock(new Date(shown.endsAt), booking.time_zone)}</strong> (
                  {zoneCity(booking.time_zone)} time) for <strong>{total}</strong>, all in
                </>
              )}
            </output>
          </div>
          {price.error && !closed && (
            <RetryBanner
              message={messageOf(price.error, 'Failed to price more hours')}
              onRetry={() => void price.refetch()}
            />
          )}
          {extend.error && (
            <Banner tone="error">{messageOf(extend.error, 'Failed to extend the booking')}</Banner>
          )}
          <div>
            <Button
              isDisabled={!shown}
              isPending={extend.isPending}
              onPress={() => shown && extend.mutate(shown.total)}
            >
              {hours === 1 ? 'Extend by 1 hour' : `Extend by ${hours} hours`}
            </Button>
          </div>
          <p className="text-sm text-ink-soft">
            The extra time is a booking of its own, paid now and not refundable.
          </p>
        </>
      )}
      {clientSecret && total && (
        <Suspense>
          <ExtendPayment
            bookingId={booking.id}
            clientSecret={clientSecret}
            total={total}
            onClose={() => setClientSecret(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  )
}
