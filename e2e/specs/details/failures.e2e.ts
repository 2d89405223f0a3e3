import type { Page } from '@playwright/test'
import { dayMs } from '@hourspace/domain/durations.ts'
import { chooseTime, continueToPayment, dayInTokyo } from '../../support/booking.ts'
import { addBooking, bookingOf, idOf, listSpace } from '../../support/market.ts'
import { newAddress, password } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'
import { navigate, tryAgain } from '../../support/visits.ts'

// Ignores the console errors for requests that fail on purpose.
test.use({
  expectedConsoleErrors:
    /status of 500|ERR_FAILED|Failed to (fetch|load)|Failed to connect|AuthRetryableFetchError/,
})

/** Makes requests to a path fail with status 500. Without `method`, all HTTP methods fail. */
async function fail(page: Page, path: RegExp, method?: string): Promise<void> {
  await page.route(path, (route) =>
    !method || route.request().method() === method
      ? route.fulfill({ status: 500, body: '' })
      : route.fallback(),
  )
}

const banner = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** Private screens with the error that each shows when its data fails to load. */
const screens: [path: string, call: RegExp, text: string][] = [
  ['/dashboard', /\/rest\/v1\/host_earnings/, 'Failed to fetch dashboard data'],
  ['/my-bookings', /\/rest\/v1\/bookings/, 'Failed to fetch bookings'],
  ['/my-listings', /\/rest\/v1\/spaces/, 'Failed to fetch spaces'],
  ['/profile', /\/rest\/v1\/profiles/, 'Failed to fetch profile'],
]

const payoutAccount = /\/rest\/v1\/profiles\?select=stripe_account_id/

test('a private screen whose data fails to load shows an error that names the data, and loads it on Try again', async ({
  page,
  signedUp,
}) => {
  await signedUp('uma')
  await page.goto('/about')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  for (const [path, call, text] of screens) {
    await fail(page, call)
    await navigate(page, path)
    await expect(banner(page, text), path).toBeVisible()
    await page.unroute(call)
    await tryAgain(page.getByRole('main'))
    await navigate(page, '/about')
  }

  await test.step('My Bookings shows which of its other parts failed', async () => {
    const parts = /\/rest\/v1\/(bookings\?.*end_time=gt|rpc\/due_reviews)/
    await fail(page, parts)
    // Reloads the app, because data that is less than a second old is not requested again.
    await page.goto('/my-bookings')
    await expect(page.getByText('No Bookings Yet')).toBeVisible()
    const failures = ['Failed to fetch your next booking', 'Failed to fetch your reviews to write']
    for (const text of failures) await expect(banner(page, text)).toBeVisible()
    await page.unroute(parts)
    await tryAgain(page.getByRole('main'))
  })

  await test.step('A failed Stripe connection shows its error', async () => {
    await fail(page, payoutAccount)
    await page.goto('/dashboard')
    await expect(banner(page, 'Failed to connect Stripe account')).toBeVisible()
    await page.unroute(payoutAccount)
    await navigate(page, '/about')
    await fail(page, /\/functions\/v1\/stripe-account/)
    await navigate(page, '/dashboard')
    await page.getByRole('button', { name: 'Connect Stripe Account' }).click()
    await expect(banner(page, 'Failed to connect Stripe account')).toBeVisible()
  })
})

test('Today and the dashboard of a host show which parts failed to load, and trying again keeps the other parts', async ({
  page,
  signedIn,
  clients,
}) => {
  const { hostEmail } = await listSpace(clients)
  await signedIn(hostEmail)
  const cases = [
    {
      path: '/hosting',
      calls: /\/rest\/v1\/rpc\/(my_conversations|unanswered_reviews|due_reviews)/,
      failures: [
        'Failed to fetch your messages',
        'Failed to fetch your reviews to answer',
        'Failed to fetch your reviews to write',
      ],
      shown: page.getByRole('heading', { name: 'No guests today' }),
    },
    {
      path: '/dashboard',
      // Matches the three requests for bookings, which filter by `end_time`. `visitsOfHost` sends
      // two of them.
      calls: /\/rest\/v1\/(bookings\?.*end_time=gt\..*order=start_time|booking_changes\?)/,
      failures: [
        'Failed to fetch your next booking',
        'Failed to fetch booking requests',
        'Failed to fetch proposed changes',
      ],
      shown: page.getByRole('heading', { name: 'Recent Bookings' }),
    },
  ]
  for (const { path, calls, failures, shown } of cases) {
    await fail(page, calls)
    await page.goto(path)
    for (const text of failures) await expect(banner(page, text)).toBeVisible()
    await expect(shown).toBeVisible()

    await page.unroute(calls)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(calls, async (route) => {
      await released
      await route.continue()
    })
    // The press also starts Realtime, which can reload the other failed parts.
    await banner(page, failures[0]!).getByRole('button', { name: 'Try again' }).click()
    await expect(banner(page, failures[0]!)).toBeHidden()
    await expect(shown).toBeVisible()
    release()
    await tryAgain(page.getByRole('main'))
    await expect(shown).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('one press of Try again loads all failed parts of the dashboard', async ({
  page,
  signedUp,
}) => {
  await signedUp('ugo')
  // Realtime would also load the failed parts.
  await page.routeWebSocket(/\/realtime\//, (socket) => socket.close())
  const calls = /\/rest\/v1\/(host_earnings|bookings|booking_changes)/
  await fail(page, calls)
  await page.goto('/dashboard')
  await expect(banner(page, 'Failed to fetch dashboard data')).toBeVisible()
  // The other parts have failed too, but show no error before the dashboard has loaded.
  await page.waitForLoadState('networkidle')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Recent Bookings' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('Today asks a user without listings to list a first space although a part failed to load', async ({
  page,
  signedUp,
}) => {
  await signedUp('ursula')
  await fail(page, /\/rest\/v1\/rpc\/due_reviews/)
  await page.goto('/hosting')
  await expect(banner(page, 'Failed to fetch your reviews to write')).toBeVisible()
  await expect(page.getByText('List your first space')).toBeVisible()
})

const account = (page: Page) => page.getByRole('button', { name: /^Account of/ })

test('a user whose profile fails to load can pay without entering the name again, and sees the name once the profile has loaded', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const email = await signedUp('ulla')
  const profiles = /\/rest\/v1\/profiles/
  await fail(page, profiles, 'GET')
  await page.goto(space.path)
  await expect(account(page)).toHaveAccessibleName(`Account of ${email}`)
  await chooseTime(page, { date: dayInTokyo(3), hours: 2, start: '10:00 AM' })
  await continueToPayment(page)
  await page.unroute(profiles)
  await expect(account(page)).toHaveAccessibleName('Account of Ulla Tester', { timeout: 15_000 })
  await expect(page.getByLabel('Card number')).toBeVisible()
})

test.describe('the session library fails to load', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED|Failed to load/ })

  test('a user stays signed in while the session library fails to load, and sees the page once the library has loaded', async ({
    page,
    signedUp,
  }) => {
    await signedUp('umberto')
    const library = /\/user-client-[^/]+\.js/
    await page.route(library, (route) => route.abort())
    const failed = page.waitForEvent('console', (message) =>
      message.text().startsWith('Failed to load '),
    )
    await page.goto('/my-bookings')
    await failed
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeHidden()
    await page.unroute(library)
    await expect(account(page)).toBeVisible({ timeout: 15_000 })
    await expect(page).toHaveURL('/my-bookings')
  })
})

test("a sign-in request without a response shows 'An error occurred'", async ({ page }) => {
  await page.goto('/about')
  await page.route(/\/auth\/v1\/token/, (route) => route.abort())
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(newAddress('una'))
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('An error occurred')
})

test('the explore page shows an error if loading more spaces or adding a space type fails', async ({
  page,
  signedUp,
}) => {
  await signedUp('ugo')
  await page.goto('/explore')

  await fail(page, /\/rest\/v1\/rpc\/search_spaces|\/rest\/v1\/spaces/)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(banner(page, 'Failed to fetch spaces')).toBeVisible()

  await fail(page, /\/rest\/v1\/space_types/, 'POST')
  await page.getByRole('button', { name: 'Add Type' }).click()
  await page.getByLabel('Type ID').fill('lighthouse')
  await page.getByLabel('Display Name').fill('Lighthouse')
  await page.locator('form').getByRole('button', { name: 'Add Type' }).click()
  await expect(banner(page, 'Failed to add space type')).toBeVisible()
})

test('the listing form keeps its input and shows an error when saving fails', async ({
  page,
  signedIn,
  clients,
}) => {
  const { hostEmail } = await listSpace(clients)
  await signedIn(hostEmail)
  await page.goto('/about')
  await page.evaluate(
    (userId) =>
      localStorage.setItem(
        'hourspace-listing-draft',
        JSON.stringify({
          userId,
          savedAt: Date.now(),
          pictures: [],
          draft: {
            title: 'Lighthouse',
            description: 'Round, with a view.',
            type: 'studio',
            capacity: '4',
            price: '40',
            currency: 'USD',
            location: 'Tampa',
            country: 'United States',
            time_zone: 'America/New_York',
            cancellation_policy: 'flexible',
            amenities: 'Wi-Fi',
          },
        }),
      ),
    await idOf(clients, hostEmail),
  )
  await fail(page, /\/rest\/v1\/spaces/, 'POST')
  await page.goto('/create-listing')
  await page.getByLabel('Your name').fill('Lena Ahlers')
  await page.getByRole('button', { name: 'Create Listing' }).click()
  await expect(banner(page, 'Failed to create listing')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Lighthouse')
})

test('after a failure to load the availability, the payment or the payment form, the guest can retry without reloading the page', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('uli')
  await fail(page, /\/rest\/v1\/rpc\/slots_of_days/)
  // Blocks Realtime, because a new subscription would load the slots before the retry.
  await page.routeWebSocket(/\/realtime\/v1\//, () => {})
  await page.goto(space.path)
  const failure = banner(page, 'Failed to load availability')
  await expect(failure).toBeVisible()
  await page.unroute(/\/rest\/v1\/rpc\/slots_of_days/)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()

  await chooseTime(page, { date: dayInTokyo(3), hours: 2, start: '10:00 AM' })
  const intent = /\/functions\/v1\/create-payment-intent/
  await fail(page, intent)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(banner(page, 'Failed to create payment intent (500)')).toBeVisible()

  await page.unroute(intent)
  await page.route(intent, (route) => route.fulfill({ json: { clientSecret: null } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(banner(page, 'Invalid response: missing client secret')).toBeVisible()

  const script = '**/_sandbox/stripe/stripe.js'
  await page.route(script, (route) => route.abort())
  await page.unroute(intent)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(banner(page, 'The payment form could not be loaded')).toBeVisible()

  await page.unroute(script)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
})

test('a booking whose cancellation fails stays confirmed and shows an error', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('udo'))
  const startsAt = Date.now() + 5 * dayMs
  await addBooking(clients, bookingOf({ guest, space: space.id, startsAt }))
  await fail(page, /\/functions\/v1\/cancel-booking/)
  await page.goto('/my-bookings')
  await page.getByRole('button', { name: /^Cancel Booking/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to cancel booking')
  await dialog.getByRole('button', { name: 'Keep Booking' }).click()
  await expect(page.getByRole('main').getByText('Confirmed')).toBeVisible()
})
