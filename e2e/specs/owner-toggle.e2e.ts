import { dayInTokyo, gridCell, showWeekOf } from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { signIn } from '../support/accounts.ts'
import { violations } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test('a host makes a space unavailable and available again', async ({
  page: host,
  anotherBrowser,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await anotherBrowser()
  const toggle = host.getByRole('switch', { name: `Open for booking: ${space.title}` })

  await host.goto(space.path)
  await expect(host.getByRole('heading', { level: 1, name: space.title })).toBeVisible()
  await expect(toggle).toBeHidden()
  await signIn(host, space.hostEmail)
  await expect(toggle).toBeChecked()
  const saved = () => host.waitForResponse((response) => response.request().method() === 'PATCH')

  const closing = saved()
  await toggle.press('Space')
  await closing
  await expect(host.getByRole('heading', { name: 'Temporarily Unavailable' })).toBeVisible()

  // Reloads until the change appears, because a cached page may be stale for up to 2 s.
  await expect(async () => {
    await guest.goto(space.path)
    const closed = guest.getByRole('heading', { name: 'Temporarily Unavailable' })
    await expect(closed).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(guest.getByRole('form', { name: 'Book this space' })).toBeHidden()
  await showWeekOf(guest, dayInTokyo(2))
  await expect(gridCell(guest, dayInTokyo(2), '9:00 AM')).toHaveAccessibleName(/not available$/)
  await expect(guest.getByRole('switch')).toBeHidden()

  await host.goto('/my-listings')
  await expect(toggle).not.toBeChecked()
  const opening = saved()
  await toggle.press('Space')
  await opening
  await expect(toggle).toBeChecked()

  await expect(async () => {
    await guest.reload()
    const form = guest.getByRole('form', { name: 'Book this space' })
    await expect(form).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('a host blocks hours on the page of their own space, which has no booking form', async ({
  page: host,
  signedIn,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedIn(space.hostEmail)
  await host.goto(space.path)
  await expect(host.getByRole('heading', { name: 'This is your space' })).toBeVisible()
  await expect(host.getByRole('form', { name: 'Book this space' })).toBeHidden()
  await expect(host.getByRole('link', { name: 'Edit the listing' })).toBeVisible()
  expect(await violations(host)).toEqual([])

  const day = dayInTokyo(2)
  await showWeekOf(host, day)
  await gridCell(host, day, '9:00 AM').click()
  const form = host.getByRole('form', { name: 'Block hours' })
  await form.getByLabel('Until').selectOption('12:00 PM')
  await form.getByRole('button', { name: 'Block hours' }).click()
  await expect(gridCell(host, day, '11:00 AM')).toHaveAccessibleName(/blocked by the host$/)
  await expect(gridCell(host, day, '12:00 PM')).not.toHaveAccessibleName(/blocked by the host$/)
  await host.getByRole('button', { name: 'Undo' }).click()
  await expect(gridCell(host, day, '11:00 AM')).not.toHaveAccessibleName(/blocked by the host$/)
})

test.describe('refused availability changes', () => {
  test.use({ expectedConsoleErrors: /status of 500.*\/rest\/v1\/spaces/ })

  test('when the server refuses an availability change, the switch reverts and an error appears', async ({
    page: host,
    signedIn,
    clients,
  }) => {
    const space = await listSpace(clients)
    await signedIn(space.hostEmail)
    await host.goto('/my-listings')
    const answer = Promise.withResolvers<void>()
    await host.route(/\/rest\/v1\/spaces/, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await answer.promise
      return route.fulfill({ status: 500, body: '' })
    })

    const toggle = host.getByRole('switch', { name: `Open for booking: ${space.title}` })
    await toggle.press('Space')
    await expect(toggle).not.toBeChecked()
    answer.resolve()
    await expect(host.getByRole('alert')).toHaveText('Failed to update availability')
    await expect(toggle).toBeChecked()
    await expect(toggle).toBeFocused()
  })
})
