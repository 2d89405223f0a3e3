import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatMinor, toDecimal } from '@hourspace/domain/money.ts'
import { clearBookedTime } from '#web/features/booking/draft.ts'
import { PaymentForm } from '#web/features/booking/payment-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { HoldCountdown } from './hold-countdown.tsx'
import { OrderSummary, type Order } from './order-summary.tsx'
import { quoteOf } from './quote-of.ts'
import { useCheckout } from './use-checkout.ts'

type PaymentStepProps = {
  order: Order
  now: Date
  onCancel: () => void
  onBooked: (bookingId: string) => void
}

/** Formats how long the host has to answer a request: 24 hours, or less if the start is nearer. */
function answerTime(startsAt: Date, now: Date): string {
  const dayMs = 24 * 3_600_000
  return startsAt.getTime() - now.getTime() < dayMs ? 'until the start' : '24 hours'
}

export default function PaymentStep({ order, now, onCancel, onBooked }: PaymentStepProps) {
  const { space, selection, span } = order
  const quote = quoteOf(order)
  const total = formatMinor(quote.totalMinor, quote.currency)
  const { checkout, ask } = useCheckout(
    {
      spaceId: space.id,
      startTime: span.startsAt.toISOString(),
      endTime: span.endsAt.toISOString(),
      duration: selection.hours,
      guests: selection.guests,
      extras: quote.extras.map(({ id }) => id),
      amount: toDecimal(quote.rentalMinor, quote.currency),
      currency: quote.currency,
      policy: space.cancellation_policy,
      message: selection.message,
    },
    onBooked,
  )
  const { revalidate } = useRevalidator()
  const step = useRef<HTMLDivElement>(null)
  const [endedHold, setEndedHold] = useState<Date>()
  const holdEnds = checkout.status === 'ready' ? checkout.holdEnds : undefined
  const onEnd = useCallback(() => setEndedHold(holdEnds), [holdEnds])
  const isOutdated = checkout.status === 'failed' && checkout.isOutdated
  const isBooked = checkout.status === 'failed' && checkout.isBooked
  useEffect(() => {
    if (isBooked) clearBookedTime(space.id)
  }, [isBooked, space.id])

  return (
    <div ref={step} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      <OrderSummary order={order} now={now} />
      {checkout.status === 'asking' && (
        <>
          <output className="sr-only">Preparing the payment</output>
          <Skeleton className="h-12 rounded-control" />
          <Skeleton className="h-32 rounded-control" />
          <Skeleton className="h-13 rounded-control" />
        </>
      )}
      {checkout.status === 'failed' && (
        <>
          <Banner tone={isBooked ? 'info' : 'error'}>{checkout.message}</Banner>
          {isBooked && (
            <LinkButton
              to={checkout.bookingId ? paths.booking(checkout.bookingId) : paths.myBookings()}
            >
              View booking
            </LinkButton>
          )}
          {checkout.canRetry && (
            <Button
              wide
              onPress={() => {
                ask()
                // Moves the focus, because the pressed button disappears.
                step.current?.focus()
              }}
            >
              Try again
            </Button>
          )}
        </>
      )}
      {checkout.status === 'ready' && (
        <>
          <HoldCountdown
            end={checkout.holdEnds}
            canExtend={checkout.canExtend}
            onRenew={ask}
            isRenewing={checkout.isRenewing}
            onEnd={onEnd}
          />
          {checkout.renewalError && <Banner tone="error">{checkout.renewalError}</Banner>}
          {checkout.isRequest && (
            <Banner tone="info" title="The host answers your request">
              Your card is authorized for {total} now and charged only if the host accepts. The host
              has {answerTime(span.startsAt, now)} to answer; until then the time is kept for you,
              and you can withdraw at no cost.
              {space.booking_mode === 'instant' && (
                <>
                  {' '}
                  Guests with a confirmed email address and phone number book this space without an
                  answer. You can confirm both under{' '}
                  <TextLink to={paths.security()} target="_blank">
                    Security
                  </TextLink>
                  .
                </>
              )}
            </Banner>
          )}
          <PaymentForm
            clientSecret={checkout.clientSecret}
            label={checkout.isRequest ? 'Request to book' : `Pay ${total}`}
            returnPath={paths.bookingConfirmation({ space: space.id })}
            blocked={
              endedHold && endedHold === holdEnds
                ? 'Please hold the slot again before paying.'
                : undefined
            }
          />
        </>
      )}
      {/* One button for all states, so that it keeps the focus when the state changes. */}
      <Button
        variant={isOutdated ? 'primary' : 'secondary'}
        wide
        onPress={() => {
          onCancel()
          if (isOutdated) void revalidate()
        }}
      >
        {isOutdated ? 'Review your booking' : 'Cancel'}
      </Button>
    </div>
  )
}
