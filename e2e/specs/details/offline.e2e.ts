import { dayMs } from '@hourspace/domain/durations.ts'
import { addBooking, bookingOf, idOf, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test.use({
  expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|WebSocket/,
})

test('a link followed while offline shows a notice and opens its page when the connection returns', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page.getByText('You’re offline. The page you requested will open')).toBeVisible()
  await expect(page).toHaveURL(/\/about$/)
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByText('You’re offline')).toBeHidden()
})

test('a client-side navigation that fails can be retried without reloading the page', async ({
  page,
}) => {
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  await page.route('**/explore.data*', (route) => route.abort())
  await page.getByRole('link', { name: 'Explore Spaces' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible()
  await page.unroute('**/explore.data*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Explore Spaces' })).toBeVisible()
})

test('a dialog opened while offline leaves the page readable and opens when the connection returns', async ({
  page,
  context,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('olive'))
  const startsAt = Date.now() + 9 * dayMs
  const booking = await addBooking(clients, bookingOf({ guest, space: space.id, startsAt }))
  await page.goto(`/bookings/${booking}`)
  const change = page.getByRole('button', { name: 'Change time, people or extras' })
  await expect(change).toBeVisible()
  await context.setOffline(true)
  await change.click()
  await expect(page.getByText('You’re offline')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(space.title)
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Change this booking' })).toBeVisible()
})
