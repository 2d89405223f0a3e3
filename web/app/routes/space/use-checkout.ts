import { useEffect, useEffectEvent, useState } from 'react'
import {
  type CheckoutAnswer,
  type CheckoutRequest,
  createPaymentIntent,
} from '#web/data/checkout.ts'
import { FunctionRefusal } from '#web/data/functions.ts'
import { messageOf } from '#web/lib/errors.ts'
import { holdEnd } from './hold-countdown.tsx'

type Checkout =
  | { status: 'asking' }
  | { status: 'failed'; message: string }
  | { status: 'ready'; clientSecret: string; holdEnds: Date; isRenewing: boolean }

/** Why no payment could be opened, in the words of the spec. */
function failureOf(error: unknown): string {
  const status = error instanceof FunctionRefusal ? ` (${error.status})` : ''
  return messageOf(error, `Failed to create payment intent${status}`)
}

/**
 * Holds the slot and opens its payment as soon as the step is shown. `ask` does it once more: after
 * a failure, or to hold the slot longer. A booking that costs nothing goes to `onBooked` at once.
 */
export function useCheckout(
  request: CheckoutRequest,
  onBooked: (bookingId: string) => void,
): { checkout: Checkout; ask: () => void } {
  const [checkout, setCheckout] = useState<Checkout>({ status: 'asking' })
  // Asking again is asking the same once more: a new object with the same request.
  const [asked, setAsked] = useState({ request })
  const booked = useEffectEvent(onBooked)

  useEffect(() => {
    let isCurrent = true
    const receive = ({ clientSecret, bookingId, expiresAt }: CheckoutAnswer) => {
      if (!isCurrent) return
      if (clientSecret) {
        const holdEnds = holdEnd(expiresAt, new Date())
        setCheckout({ status: 'ready', clientSecret, holdEnds, isRenewing: false })
      } else if (bookingId) {
        booked(bookingId)
      } else {
        setCheckout({ status: 'failed', message: 'Invalid response: missing client secret' })
      }
    }
    createPaymentIntent(asked.request).then(
      receive,
      (error: unknown) => isCurrent && setCheckout({ status: 'failed', message: failureOf(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [asked])

  const ask = () => {
    setCheckout((before) =>
      before.status === 'ready' ? { ...before, isRenewing: true } : { status: 'asking' },
    )
    setAsked({ request })
  }
  return { checkout, ask }
}
