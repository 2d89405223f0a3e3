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
  | {
      status: 'failed'
      message: string
      /** `isOutdated` is true if the host has changed the space since the page was loaded. */
      isOutdated: boolean
      /** `isBooked` is true if the guest has already booked this time, for example in another tab. */
      isBooked: boolean
      /** `bookingId` is the guest's booking of this time, if the server knows it. */
      bookingId?: string | undefined
    }
  | {
      status: 'ready'
      clientSecret: string
      isRequest: boolean
      holdEnds: Date
      canExtend: boolean
      isRenewing: boolean
      /** `renewalError` is the error text of a failed request to extend the hold. */
      renewalError?: string
    }

/** Error codes after which the guest has to see the space's current price and terms. */
const outdatedCodes = new Set([
  'amount_mismatch',
  'price_changed',
  'extras_changed',
  'policy_changed',
  'too_many_guests',
])

/** A missing session, a rate limit and a server error do not end the hold. */
const canSucceedLater = (status: number) => status === 401 || status === 429 || status >= 500

/** Returns the error text for a payment that could not be started. */
function failureOf(error: unknown): string {
  const status = error instanceof FunctionRefusal ? ` (${error.status})` : ''
  return messageOf(error, `Failed to create payment intent${status}`)
}

/** On mount, holds the slot and creates the payment. Calling `ask` renews the hold. */
export function useCheckout(request: CheckoutRequest, onBooked: (bookingId: string) => void) {
  const [checkout, setCheckout] = useState<Checkout>({ status: 'asking' })
  // Wraps the request in an object, so that the effect runs again for an equal request.
  const [current, setCurrent] = useState({ request })
  const booked = useEffectEvent(onBooked)

  useEffect(() => {
    let isCurrent = true
    const receive = ({ clientSecret, bookingId, expiresAt, ...answer }: CheckoutAnswer) => {
      if (!isCurrent) return
      if (clientSecret) {
        const holdEnds = holdEnd(expiresAt, new Date())
        const { isRequest, canExtend } = answer
        setCheckout({
          status: 'ready',
          clientSecret,
          isRequest,
          holdEnds,
          canExtend,
          isRenewing: false,
        })
      } else if (bookingId) {
        booked(bookingId)
      } else {
        setCheckout({
          status: 'failed',
          message: 'Invalid response: missing client secret',
          isOutdated: false,
          isBooked: false,
        })
      }
    }
    createPaymentIntent(current.request).then(receive, (error: unknown) => {
      if (!isCurrent) return
      const refusal = error instanceof FunctionRefusal ? error : undefined
      const isRefused = refusal !== undefined && !canSucceedLater(refusal.status)
      const message = failureOf(error)
      setCheckout((before) =>
        // Unless the server has refused to extend the hold, the hold and its payment stay valid.
        before.status === 'ready' && !isRefused
          ? { ...before, isRenewing: false, renewalError: message }
          : {
              status: 'failed',
              message,
              isOutdated: outdatedCodes.has(refusal?.code ?? ''),
              isBooked: refusal?.code === 'already_booked',
              bookingId: refusal?.bookingId,
            },
      )
    })
    return () => {
      isCurrent = false
    }
  }, [current])

  const ask = () => {
    setCheckout((before) =>
      before.status === 'ready'
        ? { ...before, isRenewing: true, renewalError: undefined }
        : { status: 'asking' },
    )
    setCurrent({ request })
  }
  return { checkout, ask }
}
