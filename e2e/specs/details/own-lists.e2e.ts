import { dayMs } from '@hourspace/domain/durations.ts'
import { bookingOf, idOf, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test("My Listings shows the twelve newest listings, and 'Show more' adds the others", async ({
  page,
  signedIn,
  clients,
}) => {
  const space = await listSpace(clients)
  const { data } = await clients.server
    .from('spaces')
    .select()
    .eq('id', space.id)
    .single()
    .throwOnError()
  const copies = Array.from({ length: 14 }, (_, index) => ({
    user_id: data.user_id,
    title: `Copy ${'ABCDEFGHIJKLMN'[index]} of ${space.title}`,
    description: data.description,
    type: data.type,
    price: data.price,
    currency: data.currency,
    location: data.location,
    country: data.country,
    capacity: data.capacity,
    amenities: data.amenities,
    created_at: new Date(Date.parse(data.created_at) - (index + 1) * 60_000).toISOString(),
  }))
  await clients.server.from('spaces').insert(copies).throwOnError()

  await signedIn(space.hostEmail)
  await page.goto('/my-listings')
  const listings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(listings).toHaveCount(12)
  await expect(listings.first()).toHaveText(space.title)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(listings).toHaveCount(15)
  await expect(listings.nth(12).getByRole('link')).toBeFocused()
  expect(await listings.allTextContents()).toEqual([
    space.title,
    ...copies.map(({ title }) => title),
  ])
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  await page.getByRole('link', { name: 'Create New Listing' }).click()
  await expect(page).toHaveURL('/create-listing')
})

test("'Show more' in the host's bookings moves focus to the first newly loaded booking", async ({
  page,
  signedIn,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('gus'))
  const bookings = Array.from({ length: 7 }, (_, index) => ({
    ...bookingOf({ guest, space: space.id, startsAt: Date.now() + (index + 2) * dayMs }),
    created_at: new Date(Date.now() - index * 60_000).toISOString(),
  }))
  await clients.server.from('bookings').insert(bookings).throwOnError()

  await signedIn(space.hostEmail)
  await page.goto('/dashboard')
  const incoming = page.getByRole('region', { name: 'Guest bookings' })
  const rows = incoming.getByRole('listitem')
  await expect(rows).toHaveCount(5)
  const more = incoming.getByRole('button', { name: 'Show more' })
  await more.press('Enter')
  await expect(rows).toHaveCount(7)
  await expect(more).toBeHidden()
  await expect(rows.nth(5)).toBeFocused()
})

test('My Listings with a space under maintenance fits a phone with text at 200%', async ({
  page,
  signedIn,
  clients,
}) => {
  const space = await listSpace(clients)
  const state = { status: 'maintenance' } as const
  await clients.server.from('spaces').update(state).eq('id', space.id).throwOnError()
  await signedIn(space.hostEmail)
  // All sizes are in rem, so a 195 px wide window has the layout of a 390 px wide phone with text
  // at 200%.
  await page.setViewportSize({ width: 195, height: 844 })
  await page.goto('/my-listings')
  await expect(page.getByText('Under Maintenance')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195)
})

test('My Bookings lists the booking with the latest start first and offers Cancel only for upcoming bookings', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('bea'))
  const start = Date.now() + 10 * dayMs
  const bookings = Array.from({ length: 14 }, (_, index) =>
    bookingOf({ guest, space: space.id, startsAt: start - index * dayMs }),
  )
  await clients.server.from('bookings').insert(bookings).throwOnError()

  await page.goto('/my-bookings')
  const rows = page
    .getByRole('main')
    .locator('li')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(rows).toHaveCount(12)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(14)
  await expect(rows.nth(12)).toBeFocused()
  const starts = await rows
    .locator('time')
    .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime') ?? '')))
  expect(starts).toEqual(starts.toSorted((a, b) => b - a))
  await expect(rows.first()).toContainText(`${space.title}Confirmed`)
  await expect(rows.first()).toContainText('Tokyo')
  await expect(rows.first()).toContainText('¥5,500')
  await expect(page.getByRole('button', { name: /^Cancel Booking/ })).toHaveCount(10)

  await test.step('While the bookings of a filter load, the page does not say that there are none', async () => {
    await page.getByRole('button', { name: 'Cancelled', exact: true }).click()
    await expect(page.getByText('No cancelled bookings')).toBeVisible()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/bookings?*', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('button', { name: 'Past', exact: true }).click()
    await expect(page.getByText('No cancelled bookings')).toBeHidden()
    await expect(page.getByText('No past bookings')).toBeHidden()
    release()
    await expect(rows).not.toHaveCount(0)
  })
})

test('My Bookings shows the list only once the parts above it are loaded', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('dora'))
  const startsAt = Date.now() + 10 * dayMs
  await clients.server
    .from('bookings')
    .insert(bookingOf({ guest, space: space.id, startsAt }))
    .throwOnError()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/rpc/due_reviews', async (route) => {
    await released
    await route.continue()
  })

  const isListLoaded = page.waitForResponse(/rest\/v1\/bookings\?.*limit=13/)
  await page.goto('/my-bookings')
  await isListLoaded
  const booking = page.getByRole('main').getByRole('heading', { name: space.title })
  await expect(page.getByText('Loading your bookings')).toBeVisible()
  await expect(booking).toBeHidden()
  release()
  await expect(booking).toBeVisible()
})
