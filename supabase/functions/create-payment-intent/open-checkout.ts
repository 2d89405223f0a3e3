import type { Quote } from '@hourspace/domain/fees.ts'
import { queryValue } from '#functions/_shared/database.ts'
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
  return holdSlot(
    checkout.userId,
    (cancelled) =>
      queryValue<Checkout | { replaces: Payment[] }>`
        select begin_checkout(p_space_id => ${checkout.spaceId}, p_user_id => ${checkout.userId},
          p_start => ${checkout.startTime}, p_end => ${checkout.endTime},
          p_quote => ${checkout.quote}, p_guest_count => ${checkout.guests}, p_policy => ${checkout.policy},
          p_abandoned => ${cancelled})`,
  )
}
