import { chooseFromMenu } from '../support/accounts.ts'
import { listSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

test('a host switches between hosting and guest mode in one click, and the browser remembers', async ({
  page,
  signedIn,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedIn(space.hostEmail)
  const header = page.getByRole('banner')
  const toGuest = header.getByRole('link', { name: 'Switch to guest mode' })
  const toHosting = header.getByRole('link', { name: 'Switch to hosting' })
  const hosting = page.getByRole('navigation', { name: 'Hosting' })

  await test.step('a user with a listing starts in host mode', async () => {
    await page.goto('/dashboard')
    await expect(hosting.getByRole('link')).toHaveText([
      'Today',
      'Calendar',
      'Listings',
      'Earnings',
    ])
    await expect(toGuest).toBeVisible()
  })
  await test.step('guest mode is kept on the next page load', async () => {
    await toGuest.click()
    await expect(page).toHaveURL('/my-bookings')
    const account = page.getByRole('navigation', { name: 'Your account' })
    await expect(account.getByRole('link')).toHaveText(['Bookings', 'Favorites', 'Profile'])
    await account.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
    await page.reload()
    await expect(account).toBeVisible()
    await expect(toHosting).toBeVisible()
  })
  await test.step('the account menu of a phone switches back', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Switch to hosting' }).click()
    await expect(page).toHaveURL('/hosting')
    await expect(hosting.getByRole('link', { name: 'Today' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.setViewportSize({ width: 1280, height: 720 })
    await chooseFromMenu(page, 'Earnings')
    await expect(page).toHaveURL('/hosting/earnings')
  })
})
