import { dayMs } from '@hourspace/domain/durations.ts'
import { bookingOf, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test.use({ expectedConsoleErrors: /status of 400.*\/rest\/v1\/spaces/ })

test('the host dashboard shows the five newest bookings, at most three listings and the state of the payout account', async ({
  page,
  signedIn,
  clients,
}) => {
  const visited = await listSpace(clients)
  const space = await listSpace(clients)
  const { data } = await clients.server
    .from('spaces')
    .select('user_id, description, type, price, currency, location, country, capacity, amenities')
    .eq('id', space.id)
    .single()
    .throwOnError()
  const more = [1, 2, 3].map((index) => ({ ...data, title: `Side room ${index}` }))
  await clients.server.from('spaces').insert(more).throwOnError()
  const bookings = Array.from({ length: 6 }, (_, index) => ({
    ...bookingOf({
      guest: data.user_id,
      space: visited.id,
      startsAt: Date.now() + (index + 2) * dayMs,
    }),
    created_at: new Date(Date.now() - index * 60_000).toISOString(),
    rental_amount: 5000 + index,
    total_price: 5500 + index,
    host_share_amount: 4500 + index,
  }))
  await clients.server.from('bookings').insert(bookings).throwOnError()

  await signedIn(space.hostEmail)
  await page.goto('/dashboard')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - term: Total Earnings
    - definition: ¥0
    - definition: No earnings yet
    - term: Active Bookings
    - definition: "0"
    - term: Total Listings
    - definition: "4"
  `)
  const recent = page.getByRole('region', { name: 'Recent Bookings' })
  await expect(recent.getByText(/^¥5,50\d$/)).toHaveText([
    '¥5,500',
    '¥5,501',
    '¥5,502',
    '¥5,503',
    '¥5,504',
  ])
  const listings = page.getByRole('region', { name: 'Your Listings' })
  await expect(listings.getByRole('heading', { level: 3 })).toHaveCount(3)

  await recent.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/my-bookings')
  await page.goBack()
  await listings.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/my-listings')

  await test.step('The host must choose a country if the countries of the listings cannot be loaded', async () => {
    const countries = '**/rest/v1/spaces?select=country&**'
    await page.route(countries, (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Connect Stripe Account' }).click()
    await expect(page.getByText('Please choose a country.')).toBeVisible()
    await page.unroute(countries)
  })

  await test.step('An incomplete Stripe onboarding can be continued', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Get paid for your bookings' })).toBeVisible()
    await page.getByRole('button', { name: 'Connect Stripe Account' }).click()
    // Japan, where the listings are, is not in `payoutCountries`. The host must therefore choose
    // another country.
    await expect(page.getByText('Please choose a country.')).toBeVisible()
    await page.getByLabel('Country where you live').selectOption('Germany')
    await page.getByRole('button', { name: 'Connect Stripe Account' }).click()
    await expect(page.getByRole('button', { name: 'Finish onboarding' })).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByText('Account country: Germany.')).toBeVisible()
    const unfinished = page.getByRole('heading', { name: 'Finish setting up your payouts' })
    await expect(unfinished).toBeVisible()
    await page.getByRole('button', { name: 'Continue setup' }).click()
    await page.getByRole('button', { name: 'Finish onboarding' }).click()
    await expect(page.getByRole('heading', { name: 'Payouts are set up' })).toBeVisible()

    // If a navigation gets a response with status 204, the browser stays on the page.
    const stripePages = /\/_sandbox\/stripe\//
    await page.route(stripePages, (route) => route.fulfill({ status: 204 }))
    const opened = page.waitForRequest(stripePages)
    await page.getByRole('button', { name: 'Open Stripe' }).click()
    await opened
    await expect(page.getByRole('button', { name: 'Opening Stripe...' })).toBeVisible()
    await page.unroute(stripePages)
    await page.getByRole('button', { name: 'Open Stripe' }).click()
    await expect(page.getByRole('heading', { name: 'Your Stripe account' })).toBeVisible()
  })
})
