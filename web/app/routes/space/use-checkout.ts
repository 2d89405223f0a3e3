import { useEffect, useEffectEvent, useState } from 'react'
import {
  type CheckoutAnswer,
  type CheckoutRequest,
  createPaymentIntent,
} from '#web/data/checkout.ts'
import { FunctionRefusal } from '#web/data/functions.ts'
import { messageOf } from '#web/lib/errors.ts'
import { holdEnd } from './hold-countdown.tsx'

type FailedCheckout = {
  status: 'failed'
  message: string
  /** `isOutdated` is true if the host has changed the space since the page was loaded. */
  isOutdated: boolean
  /** `isBooked` is true if the guest has already booked this time, for example in another tab. */
  isBooked: boolean
  /** `canRetry` is true if the same request can succeed. */
  canRetry: boolean
  /** `bookingId` is the guest's booking of this time, if the server knows it. */
  bookingId?: string | undefined
}

type Checkout =
  | { status: 'asking' }
  | FailedCheckout
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

/** Returns the state of the checkout after a payment that could not be started. */
export function failedCheckout(error: unknown): FailedCheckout {
  const refusal = error instanceof FunctionRefusal ? error : undefined
  const code = refusal?.code ?? ''
  const isOutdated = outdatedCodes.has(code)
  const isBooked = code === 'already_booked'
  return {
    status: 'failed',
    message: messageOf(
      error,
      `Failed to create payment intent${refusal ? ` (${refusal.status})` : ''}`,
    ),
    isOutdated,
    isBooked,
    // A retry after `too_many_free_bookings` would fail, because this limit applies to the whole
    // day.
    canRetry: !isOutdated && !isBooked && code !== 'too_many_free_bookings',
    bookingId: refusal?.bookingId,
  }
}

/** On mount, holds the slot and creates the payment. Calling `ask` renews the hold. */
export function useCheckout(request: CheckoutRequest, onBooked: (bookingId: string) => void) {
  const [checkout, setCheckout] = useState<Checkout>({ status: 'asking' })
  // A new object around the request makes the effect run again, even if the request is the same.
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
        setCheckout(failedCheckout('Invalid response: missing client secret'))
      }
    }
    createPaymentIntent(current.request).then(receive, (error: unknown) => {
      if (!isCurrent) return
      const isRefused = error instanceof FunctionRefusal && !canSucceedLater(error.status)
      const failed = failedCheckout(error)
      setCheckout((before) =>
        // Unless the server has refused to extend the hold, the hold and its payment stay valid.
        before.status === 'ready' && !isRefused
          ? { ...before, isRenewing: false, renewalError: failed.message }
          : failed,
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
