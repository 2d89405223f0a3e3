import { dayInTokyo, gridCell, showWeekOf } from '../../support/booking.ts'
import { listSpace } from '../../support/market.ts'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/test.ts'
import { navigate } from '../../support/visits.ts'

// Ignores the console error for the change that the server refuses.
test.use({ expectedConsoleErrors: /status of 500.*\/rest\/v1\/spaces/ })

test('on the page of their own space, hosts see no booking form and no report button, and can block hours and close or open the space', async ({
  page: host,
  signedIn,
  anotherBrowser,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedIn(space.hostEmail)
  const toggle = host.getByRole('switch', { name: `Open for booking: ${space.title}` })
  const saved = () => host.waitForResponse((response) => response.request().method() === 'PATCH')
  const day = dayInTokyo(2)
  await host.goto(space.path)
  await expect(host.getByRole('heading', { name: 'This is your space' })).toBeVisible()
  await expect(host.getByRole('form', { name: 'Book this space' })).toBeHidden()
  await expect(host.getByRole('link', { name: 'Edit the listing' })).toBeVisible()
  await expect(host.getByRole('button', { name: 'Report this space' })).toBeHidden()
  expect(await violations(host, 'main')).toEqual([])

  await test.step('The host blocks hours and undoes it', async () => {
    await showWeekOf(host, day)
    await gridCell(host, day, '10:00 AM').click()
    const form = host.getByRole('form', { name: 'Block hours' })
    // Selecting an hour resets the form. Waits for the reset, because it discards any earlier
    // input.
    await expect(form.getByLabel('From')).toHaveValue('10')
    await form.getByLabel('Until').selectOption('12:00 PM')
    await form.getByRole('button', { name: 'Block hours' }).click()
    await expect(gridCell(host, day, '11:00 AM')).toHaveAccessibleName(/blocked by the host$/)
    await expect(gridCell(host, day, '12:00 PM')).not.toHaveAccessibleName(/blocked by the host$/)
    await host.getByRole('button', { name: 'Undo' }).click()
    await expect(gridCell(host, day, '11:00 AM')).not.toHaveAccessibleName(/blocked by the host$/)
  })

  await test.step('Guests see the closed space without the booking form and without the switch', async () => {
    await expect(toggle).toBeChecked()
    const closing = saved()
    await toggle.press('Space')
    await closing
    await expect(host.getByRole('heading', { name: 'Temporarily Unavailable' })).toBeVisible()
    const guest = await anotherBrowser()
    // The server may still send the cached page with the open space. Realtime then delivers the
    // change.
    await guest.goto(space.path)
    await expect(guest.getByRole('heading', { name: 'Temporarily Unavailable' })).toBeVisible()
    await expect(guest.getByRole('form', { name: 'Book this space' })).toBeHidden()
    const similar = guest.getByRole('link', { name: 'Similar spaces in Tokyo' })
    await expect(similar).toHaveAttribute('href', '/explore?location=Tokyo&type=studio')
    await showWeekOf(guest, day)
    await expect(gridCell(guest, day, '9:00 AM')).toHaveAccessibleName(/not available$/)
    await expect(guest.getByRole('switch')).toBeHidden()

    await navigate(host, '/my-listings')
    await expect(toggle).not.toBeChecked()
    const opening = saved()
    await toggle.press('Space')
    await opening
    await expect(toggle).toBeChecked()
    await expect(guest.getByRole('form', { name: 'Book this space' })).toBeVisible()
  })

  await test.step('The switch reverts if the server refuses the change', async () => {
    const answer = Promise.withResolvers<void>()
    await host.route(/\/rest\/v1\/spaces/, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await answer.promise
      return route.fulfill({ status: 500, body: '' })
    })
    await toggle.press('Space')
    await expect(toggle).not.toBeChecked()
    answer.resolve()
    await expect(host.getByRole('alert')).toHaveText('Failed to update availability')
    await expect(toggle).toBeChecked()
    await expect(toggle).toBeFocused()
  })
})
