import type { Page } from '@playwright/test'

/**
 * URL of the confirmation screen for a payment that exists only in the fake responses of
 * `answerPayment`.
 */
export const shownPayment = '/booking-confirmation?payment_intent_client_secret=pi_shown_secret_1'

type Status = 'processing' | 'succeeded' | 'requires_payment_method'

/** Fakes rare responses from Stripe and from `confirm-booking` for the payment `pi_shown`. */
export async function answerPayment(
  page: Page,
  status: Status,
  outcome?: 'refunded',
): Promise<void> {
  await page.route(/\/payment_intents\/pi_shown\?/, (route) =>
    route.fulfill({ json: { id: 'pi_shown', object: 'payment_intent', status } }),
  )
  const unbooked = status === 'processing' ? status : 'failed'
  await page.route(/\/functions\/v1\/confirm-booking$/, (route) =>
    route.fulfill({
      json: { status: outcome ?? unbooked, bookingId: null, paymentStatus: status },
    }),
  )
}
