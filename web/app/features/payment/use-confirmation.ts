import { useEffect, useState } from 'react'
import { findBooking } from '#web/data/bookings.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { confirmBooking } from '#web/data/checkout.ts'
import { stripeClient } from './load-stripe.ts'

export type Outcome =
  | { status: 'checking' }
  | { status: 'confirmed'; bookingId: string; hasPaid: boolean }
  | { status: 'processing' }
  | { status: 'refunded' }
  | { status: 'failed'; message: string }

const notSuccessful = 'Your payment was not successful, please try again.'
const wentWrong = 'Something went wrong.'

/** Between two looks at a payment that is on its way. */
const pollMs = 2_000

/** Stripe's kinds of error that say nothing of the payment: the card may well be charged. */
const unanswered = new Set(['api_connection_error', 'api_error', 'rate_limit_error'])

/** What became of the payment with this client secret; `processing` is worth another look. */
async function outcomeOf(clientSecret: string): Promise<Outcome> {
  const stripe = await stripeClient().catch(() => null)
  const { paymentIntent, error } = (await stripe?.retrievePaymentIntent(clientSecret)) ?? {}
  if (!stripe || (error && unanswered.has(error.type))) return { status: 'processing' }
  switch (paymentIntent?.status) {
    case 'succeeded':
      return confirmed(paymentIntent.id)
    case 'processing':
      return { status: 'processing' }
    case 'requires_payment_method':
      return { status: 'failed', message: notSuccessful }
    default:
      return { status: 'failed', message: wentWrong }
  }
}

async function confirmed(paymentIntentId: string): Promise<Outcome> {
  try {
    const { outcome, bookingId } = await confirmBooking(paymentIntentId)
    if (bookingId) return { status: 'confirmed', bookingId, hasPaid: true }
    if (outcome === 'refunded') return { status: 'refunded' }
    if (outcome !== 'processing') return { status: 'failed', message: notSuccessful }
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
      if (seen.status === 'processing') timer = setTimeout(() => void look(), pollMs)
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
