import type { Quote } from '@hourspace/domain/fees.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { failure, isFailure } from '#functions/_shared/errors.ts'
import { holdSlot, type Checkout } from '#functions/_shared/hold-slot.ts'
import type { Payment } from '#functions/_shared/payment-intents.ts'

type CheckoutRequest = {
  spaceId: string
  userId: string
  startTime: Date
  endTime: Date
  guests: number
  policy: string | null
  quote: Quote
}

export function openCheckout(checkout: CheckoutRequest): Promise<Checkout> {
  return holdSlot(checkout.userId, (cancelled) =>
    queryValue<Checkout | { replaces: Payment[] }>`
      select begin_checkout(p_space_id => ${checkout.spaceId}, p_user_id => ${checkout.userId},
        p_start => ${checkout.startTime}, p_end => ${checkout.endTime},
        p_quote => ${checkout.quote}, p_guest_count => ${checkout.guests}, p_policy => ${checkout.policy},
        p_abandoned => ${cancelled})`.catch(async (cause: unknown) => {
      const bookingId = isFailure(cause, 'slot_taken') ? await ownBookingOf(checkout) : null
      throw bookingId ? failure('already_booked', { bookingId }) : cause
    }),
  )
}

/** Returns the id of the guest's own booking of this slot, or null. */
async function ownBookingOf(checkout: CheckoutRequest): Promise<string | null> {
  const [booking] = await query<{ id: string }>`
    select id from bookings
    where user_id = ${checkout.userId} and space_id = ${checkout.spaceId}
      and status in ('requested', 'confirmed')
      and start_time < ${checkout.endTime} and end_time > ${checkout.startTime}`
  return booking?.id ?? null
}
