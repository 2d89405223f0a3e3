import type { Page } from '@playwright/test'
import { dayMs } from '@hourspace/domain/durations.ts'
import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  payButton,
  payWith,
} from '../../support/booking.ts'
import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

// Ignores the console errors for requests that fail on purpose.
test.use({
  expectedConsoleErrors:
    /status of (400|402|409|500.*\/bookings)|ERR_INTERNET_DISCONNECTED|ERR_FAILED .*\/bookings/,
})

const expectOutcome = async (page: Page, title: string, text: string) => {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(text, { exact: true })).toBeVisible()
}

// every-route.e2e.ts tests the screens of processing, refunded and failed payments.
test('the confirmation screen polls a payment that is processing or cannot be fetched, and does not confirm an unknown booking', async ({
  page,
  signedUp,
  anotherBrowser,
}) => {
  await signedUp('olga')
  let asked = 0
  await page.route(/payment_intents\/pi_asked\?/, (route) => {
    asked += 1
    if (asked === 1) return route.abort('internetdisconnected')
    const status = asked < 4 ? 'processing' : 'canceled'
    return route.fulfill({ json: { object: 'payment_intent', id: 'pi_asked', status } })
  })
  await page.goto('/booking-confirmation?payment_intent_client_secret=pi_asked_secret_x')
  await expectOutcome(page, 'Processing Payment', 'Your payment is processing.')
  await expectOutcome(page, 'Payment Failed', 'Something went wrong.')
  expect(asked).toBeGreaterThanOrEqual(4)

  for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id'])
    await test.step(`The unknown booking id ${id} is not confirmed`, async () => {
      await page.goto(`/booking-confirmation?booking=${id}`)
      await expectOutcome(page, 'Payment Failed', 'Something went wrong.')
    })

  await test.step('A free booking that could not be loaded is loaded again', async () => {
    const bookings = '**/rest/v1/bookings*'
    await page.route(bookings, (route) => route.abort())
    await page.goto('/booking-confirmation?booking=00000000-0000-4000-8000-000000000000')
    await expectOutcome(page, 'Processing Payment', 'Your payment is processing.')
    await page.unroute(bookings)
    await expectOutcome(page, 'Payment Failed', 'Something went wrong.')
  })

  await test.step('If a booking request could not be loaded, its page opens and offers to try again, and its time is no longer selected', async () => {
    const bookingId = crypto.randomUUID()
    const startsAt = new Date(Date.now() + 2 * dayMs).toISOString()
    const date = startsAt.slice(0, 10)
    const draft = { date, startsAt, hours: 1, guests: 1, extras: [], message: '' }
    const intent = { object: 'payment_intent', id: 'pi_authorized', status: 'requires_capture' }
    await page.route(/payment_intents\/pi_authorized\?/, (route) => route.fulfill({ json: intent }))
    await page.route('**/functions/v1/confirm-booking', (route) =>
      route.fulfill({ json: { status: 'requested', bookingId } }),
    )
    const bookings = '**/rest/v1/bookings*'
    await page.route(bookings, (route) => route.fulfill({ status: 500, body: '' }))
    await page.evaluate((selection) => {
      sessionStorage.setItem('hourspace-draft-loft', JSON.stringify(selection))
    }, draft)
    await page.goto(
      '/booking-confirmation?space=loft&payment_intent_client_secret=pi_authorized_secret_x',
    )
    await expect(page).toHaveURL(`/bookings/${bookingId}`)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    const kept = await page.evaluate(() => sessionStorage.getItem('hourspace-draft-loft'))
    expect(JSON.parse(kept ?? '')).toEqual({ ...draft, startsAt: null })
    await page.unroute(bookings)
  })

  await test.step('After a lost session, the sign-in dialog states that the payment was successful', async () => {
    const visitor = await anotherBrowser()
    const paid = 'Your payment was successful, so you don’t have to pay again.'
    await visitor.goto(
      '/booking-confirmation?payment_intent_client_secret=pi_x_secret_x&redirect_status=succeeded',
    )
    await expect(visitor.getByRole('dialog', { name: 'Sign In' })).toContainText(paid)
    await visitor.goto(
      '/booking-confirmation?payment_intent_client_secret=pi_x_secret_x&redirect_status=failed',
    )
    await expect(visitor.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
    await expect(visitor.getByText(paid)).toBeHidden()
    await visitor.goto(`/bookings/${crypto.randomUUID()}?redirect_status=succeeded`)
    await expect(visitor.getByRole('dialog', { name: 'Sign In' })).toContainText(
      'Your bank confirmed the payment, so you don’t have to pay again.',
    )
  })

  await test.step("The screen without a payment shows 'Something went wrong.' and two links", async () => {
    await page.goto('/booking-confirmation')
    await expectOutcome(page, 'Payment Failed', 'Something went wrong.')
    const link = (name: string) => page.getByRole('main').getByRole('link', { name })
    await expect(link('View My Bookings')).toHaveAttribute('href', '/dashboard')
    await expect(link('Return to Home')).toHaveAttribute('href', '/')
  })
})

test('a declined card shows the reason and keeps the slot, and a payment in progress opens the confirmation screen', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('otis')
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(3), hours: 1, start: '11:00 AM' })
  await continueToPayment(page)

  await test.step('An incomplete card number is not submitted and shows one error', async () => {
    await page.getByLabel('Card number').fill('4242 4242')
    await payButton(page).click()
    await expect(page.getByText('Your card number is incomplete.')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'incomplete' })).toHaveCount(0)
    await expect(page.getByLabel('Card number')).toBeFocused()
    await expect(payButton(page)).toBeEnabled()
  })

  await test.step('A declined card keeps the slot', async () => {
    await payWith(page, cards.declined)
    await expect(
      page.getByRole('alert').filter({ hasText: 'Your card was declined.' }),
    ).toBeVisible()
    await expect(page.getByRole('timer')).toContainText(/held for 1[45] minutes/)
    expect(await space.records.bookings()).toEqual([])
    await page.getByLabel('Card number').fill(cards.insufficientFunds)
    await page.getByLabel('Security code').press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'insufficient funds' })).toBeVisible()
    await expect(page.getByLabel('Card number')).toBeFocused()
  })

  await test.step("An error without a message is shown as 'An error occurred'", async () => {
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
  })

  await test.step('A payment already being processed opens the confirmation screen', async () => {
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

test('a checkout in a second tab cancels the payment in the first tab, which shows the booking once the second tab has paid', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('tess')
  const time = { date: dayInTokyo(3), hours: 1, start: '2:00 PM' }
  const openCheckout = async (tab: Page, hours: number, start = time.start) => {
    await tab.goto(space.path)
    await chooseTime(tab, { ...time, hours, start })
    await continueToPayment(tab)
  }
  await openCheckout(page, 1)
  const secondTab = await page.context().newPage()
  await openCheckout(secondTab, 2)

  await test.step('The first tab can no longer pay', async () => {
    await payWith(page, cards.succeeds)
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(page.getByText('so the payment was cancelled')).toContainText(
      'You have not been charged.',
    )
  })

  await test.step('If both tabs pay for the same slot, the guest is charged once', async () => {
    await openCheckout(page, 2)
    await payWith(secondTab, cards.succeeds)
    await expectConfirmed(secondTab)
    await payWith(page, cards.succeeds)
    await expectConfirmed(page)
    await page.getByRole('link', { name: 'View booking' }).click()
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}$/)
    expect(await space.records.bookings()).toHaveLength(1)
    expect(await space.records.intents()).toMatchObject([
      { status: 'succeeded', amount_received: 11_000 },
      { status: 'canceled', amount_received: 0 },
    ])
  })

  await test.step('After the second tab has paid, the first tab links to the booking', async () => {
    await openCheckout(page, 1, '6:00 PM')
    await openCheckout(secondTab, 1, '6:00 PM')
    await payWith(secondTab, cards.succeeds)
    await expectConfirmed(secondTab)
    await page.getByRole('button', { name: 'Extend hold' }).click()
    await expect(page.getByText('You have already booked this time')).toBeVisible()
    const link = page.getByRole('link', { name: 'View booking' })
    await expect(link).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()

    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Book this space' })).toBeVisible()
    await link.click()
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}$/)
  })
})
