import { expect, test } from 'vitest'
import { FunctionRefusal } from '#web/data/functions.ts'
import { failedCheckout } from './use-checkout.ts'

test.each([
  [429, 'too_many_requests', true],
  [429, 'too_many_free_bookings', false],
  [409, 'slot_taken', true],
  [409, 'price_changed', false],
  [409, 'already_booked', false],
  [500, undefined, true],
])(
  'a checkout that fails with status %s and code %s can be retried: %s',
  (status, code, canRetry) => {
    const message = 'You can make 10 free bookings a day. Please try again tomorrow'
    expect(failedCheckout(new FunctionRefusal(message, status, code))).toMatchObject({
      message,
      canRetry,
    })
  },
)
