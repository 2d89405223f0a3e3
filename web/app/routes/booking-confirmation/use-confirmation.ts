import { useEffect, useState } from 'react'
import { findBooking } from '#web/data/bookings.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { confirmBooking } from '#web/data/checkout.ts'
import { stripeClient } from '#web/features/booking/load-stripe.ts'

export type Outcome =
  | { status: 'checking' }
  | { status: 'confirmed'; bookingId: string; hasPaid: boolean }
  | { status: 'processing' }
  | { status: 'refunded' }
  | Failure

/** Nothing was charged. */
type Failure = {
  status: 'failed'
  message: string
  /** Of the payment that failed; missing where none was found. */
  paymentIntentId?: string
  /** cancelled: without its guest; waiting: for their answer to the bank, which may still come. */
  reason?: 'cancelled' | 'waiting'
}

const notSuccessful = 'Your payment was not successful, please try again.'
const wentWrong = 'Something went wrong.'

/** Between two looks at a payment that is on its way. */
const pollMs = 2_000

/** Stripe's kinds of error that say nothing of the payment: the card may well be charged. */
const unanswered = new Set(['api_connection_error', 'api_error', 'rate_limit_error'])

/** What became of the payment with this client secret. */
async function outcomeOf(clientSecret: string): Promise<Outcome> {
  const stripe = await stripeClient().catch(() => null)
  const { paymentIntent, error } = (await stripe?.retrievePaymentIntent(clientSecret)) ?? {}
  if (!stripe || (error && unanswered.has(error.type))) return { status: 'processing' }
  if (!paymentIntent) return { status: 'failed', message: wentWrong }
  const failed = {
    status: 'failed',
    message: wentWrong,
    paymentIntentId: paymentIntent.id,
  } as const
  switch (paymentIntent.status) {
    case 'succeeded':
      return confirmed(paymentIntent.id)
    case 'processing':
      return { status: 'processing' }
    case 'requires_payment_method':
      return { ...failed, message: notSuccessful }
    case 'requires_action':
      return { ...failed, reason: 'waiting' }
    case 'canceled':
      return { ...failed, reason: 'cancelled' }
    default:
      return failed
  }
}

/** Whether another look may see something else. */
function isUnderWay(outcome: Outcome): boolean {
  return (
    outcome.status === 'processing' || (outcome.status === 'failed' && outcome.reason === 'waiting')
  )
}

async function confirmed(paymentIntentId: string): Promise<Outcome> {
  try {
    const { status, bookingId } = await confirmBooking(paymentIntentId)
    if (bookingId) return { status: 'confirmed', bookingId, hasPaid: true }
    if (status === 'refunded') return { status: 'refunded' }
    if (status === 'failed') return { status: 'failed', message: notSuccessful, paymentIntentId }
  } catch (error) {
    // The card is charged and the server will book it from its own news; this only asks sooner.
    console.error('The booking could not be confirmed yet', error)
  }
  return { status: 'processing' }
}

/** Where nothing was to pay the booking itself says what became of it. */
async function outcomeOfBooking(bookingId: string): Promise<Outcome> {
  const booking = await findBooking(await browserClient(), bookingId)
  return booking?.status === 'confirmed'
    ? { status: 'confirmed', bookingId, hasPaid: false }
    : { status: 'failed', message: wentWrong }
}

/** Follows a payment to its end. Waits while `isSignedIn` is false. */
export function useConfirmation(
  arrival: { clientSecret: string | null; bookingId: string | null },
  isSignedIn: boolean,
): Outcome {
  const { clientSecret, bookingId } = arrival
  const [outcome, setOutcome] = useState<Outcome>({ status: 'checking' })

  useEffect(() => {
    if (!isSignedIn || !(clientSecret || bookingId)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const ask = () => (clientSecret ? outcomeOf(clientSecret) : outcomeOfBooking(bookingId ?? ''))
    const look = async () => {
      const seen = await ask().catch((): Outcome => ({ status: 'failed', message: wentWrong }))
      if (!isCurrent) return
      setOutcome(seen)
      if (isUnderWay(seen)) timer = setTimeout(() => void look(), pollMs)
    }
    void look()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [clientSecret, bookingId, isSignedIn])

  if (clientSecret || bookingId) return outcome
  return { status: 'failed', message: wentWrong }
}
