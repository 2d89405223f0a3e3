import { useCallback, useState, type ReactNode } from 'react'
import type { CheckoutRequest } from '#web/data/checkout.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { HoldCountdown } from './hold-countdown.tsx'
import { PaymentForm } from './payment-form.tsx'
import { useCheckout } from './use-checkout.ts'

type PaymentStepProps = {
  request: CheckoutRequest
  summary: ReactNode
  onCancel: () => void
  /** Called after a free booking, which needs no payment. */
  onBooked: (bookingId: string) => void
}

/** Takes the payment for a slot. The slot is held while the guest pays. */
export default function PaymentStep({ request, summary, onCancel, onBooked }: PaymentStepProps) {
  const { checkout, ask } = useCheckout(request, onBooked)
  const [endedHold, setEndedHold] = useState<Date>()
  const holdEnds = checkout.status === 'ready' ? checkout.holdEnds : undefined
  const onEnd = useCallback(() => setEndedHold(holdEnds), [holdEnds])

  const cancel = (
    <Button variant="secondary" wide onPress={onCancel}>
      Cancel
    </Button>
  )

  return (
    <div className="flex flex-col gap-5">
      {summary}
      {checkout.status === 'asking' && (
        <>
          <output className="sr-only">Preparing the payment</output>
          <Skeleton className="h-12 rounded-control" />
          <Skeleton className="h-32 rounded-control" />
          <Skeleton className="h-13 rounded-control" />
          {cancel}
        </>
      )}
      {checkout.status === 'failed' && (
        <>
          <Banner tone="error">{checkout.message}</Banner>
          <Button wide onPress={ask}>
            Try again
          </Button>
          {cancel}
        </>
      )}
      {checkout.status === 'ready' && (
        <>
          <HoldCountdown
            end={checkout.holdEnds}
            onRenew={ask}
            isRenewing={checkout.isRenewing}
            onEnd={onEnd}
          />
          <PaymentForm
            clientSecret={checkout.clientSecret}
            blocked={
              endedHold && endedHold === holdEnds
                ? 'Please hold the slot again before paying.'
                : undefined
            }
            cancel={cancel}
          />
        </>
      )}
    </div>
  )
}
