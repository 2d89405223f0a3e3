import type { Page } from '@playwright/test'
import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  payButton,
  payWith,
} from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

// Ignores the console errors for requests that fail on purpose.
test.use({ expectedConsoleErrors: /status of (400|402|500)/ })

const outcomes: [status: string, title: string, text: string][] = [
  ['processing', 'Processing Payment', 'Your payment is processing.'],
  [
    'requires_payment_method',
    'Payment Failed',
    'Your payment was not successful, please try again.',
  ],
  ['canceled', 'Payment Failed', 'Something went wrong.'],
]

const expectOutcome = async (page: Page, title: string, text: string) => {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(text, { exact: true })).toBeVisible()
}

test('the confirmation screen shows the payment status reported by Stripe', async ({
  page,
  signedUp,
}) => {
  await signedUp('olga')
  const intent = /payment_intents\/pi_asked\?/
  for (const [status, title, text] of outcomes) {
    let asked = 0
    await page.route(intent, (route) => {
      asked += 1
      return route.fulfill({ json: { object: 'payment_intent', id: 'pi_asked', status } })
    })
    await page.goto('/booking-confirmation?payment_intent_client_secret=pi_asked_secret_x')
    // Waits for a second request, which only polling sends, because the screen shows 'Processing'
    // even before the first response.
    if (status === 'processing') await expect.poll(() => asked).toBeGreaterThan(1)
    await expectOutcome(page, title, text)
    await page.unroute(intent)
  }

  await test.step('A payment for a slot that was lost shows the refund', async () => {
    const paid = { object: 'payment_intent', id: 'pi_asked', status: 'succeeded' }
    const refunded = { status: 'refunded', bookingId: null, paymentStatus: 'succeeded' }
    await page.route(intent, (route) => route.fulfill({ json: paid }))
    await page.route(/functions\/v1\/confirm-booking/, (route) => route.fulfill({ json: refunded }))
    await page.goto('/booking-confirmation?payment_intent_client_secret=pi_asked_secret_x')
    await expect(page.getByRole('heading', { name: 'Payment Refunded' })).toBeVisible()
  })

  await test.step('An unknown booking id is not confirmed', async () => {
    for (const id of ['no-id', '00000000-0000-4000-8000-000000000000']) {
      await page.goto(`/booking-confirmation?booking=${id}`)
      await expectOutcome(page, 'Payment Failed', 'Something went wrong.')
    }
  })

  await test.step("The screen without a payment shows 'Something went wrong.' and two links", async () => {
    await page.goto('/booking-confirmation')
    await expectOutcome(page, 'Payment Failed', 'Something went wrong.')
    const link = (name: string) => page.getByRole('main').getByRole('link', { name })
    await expect(link('View My Bookings')).toHaveAttribute('href', '/dashboard')
    await expect(link('Return to Home')).toHaveAttribute('href', '/')
  })
})

test("the pay button names the amount, shows 'Processing...' while paying, and 'An error occurred' for an error without a message", async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('otis')
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(3), hours: 1, start: '11:00 AM' })
  await continueToPayment(page)

  const answer = Promise.withResolvers<void>()
  await page.route(/payment_intents\/[^/]+\/confirm/, async (route) => {
    await answer.promise
    await route.fulfill({ status: 402, json: { error: { type: 'card_error', message: '' } } })
  })
  await payWith(page, cards.succeeds)
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  answer.resolve()
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred' })).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await expect(payButton(page)).toHaveText('Pay ¥5,500')

  await test.step('A payment already being processed leads to the confirmation screen', async () => {
    const busy = { object: 'payment_intent', id: 'pi_busy', status: 'processing' }
    const error = { type: 'invalid_request_error', message: 'No.', payment_intent: busy }
    await page.route(/payment_intents\/[^/]+\/confirm/, (route) =>
      route.fulfill({ status: 400, json: { error } }),
    )
    await page.route(/payment_intents\/[^/]+\?client_secret=/, (route) =>
      route.fulfill({ json: busy }),
    )
    await payButton(page).click()
    await expectOutcome(page, 'Processing Payment', 'Your payment is processing.')
  })
})
