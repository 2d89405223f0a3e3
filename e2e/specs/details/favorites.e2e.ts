import type { Page } from '@playwright/test'
import { signUp } from '../../support/accounts.ts'
import { dayInTokyo } from '../../support/booking.ts'
import { dialogs, phone, violations } from '../../support/axe.ts'
import { checkOutAsRival, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'
import { navigate } from '../../support/visits.ts'

// Ignores the console error for the 404 response to the link of a list that is no longer shared.
test.use({ expectedConsoleErrors: /status of 404/ })

const heart = (page: Page, title: string) =>
  page.getByRole('button', { name: `Save ${title}`, exact: true })

test('a visitor can sign up to save a space, move it to a new list, share the list, stop sharing it, and undo the removal of a favorite', async ({
  page,
  anotherBrowser,
  clients,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // The browser refuses to open the share sheet.
  await page.addInitScript(() => {
    navigator.share = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  })
  const space = await listSpace(clients)
  await page.goto(space.path)
  await heart(page, space.title).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sign in or create an account to save spaces.')).toBeVisible()
  // The space is saved when the visitor has signed up in the dialog.
  await signUp(page, 'flo')
  await page.getByRole('button', { name: 'Change list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New list').fill('Team offsite')
  await dialog.getByRole('button', { name: 'Add' }).click()
  const offsite = dialog.getByRole('checkbox', { name: 'Team offsite' })
  await expect(offsite).toBeChecked()
  expect(await violations(page, dialogs)).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Favorites' }).uncheck({ force: true })
  await dialog.getByRole('button', { name: 'Done' }).click()

  await navigate(page, '/favorites')
  await page.getByRole('link', { name: 'Team offsite 1' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(await violations(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeFocused()
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  await page.getByRole('button', { name: 'Share link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  const friend = await anotherBrowser()
  await friend.setViewportSize(phone)
  await friend.goto(link)
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Team offsite')
  await expect(friend.getByRole('link', { name: space.title })).toBeVisible()
  await expect(friend.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(await violations(friend, 'main')).toEqual([])

  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('button', { name: 'Create link' })).toBeFocused()
  await page.keyboard.press('Escape')
  await friend.reload()
  await expect(friend.getByText('This list is no longer shared').first()).toBeVisible()

  await page.getByRole('button', { name: 'Rename Team offsite' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Summer party')
  await page.getByRole('button', { name: 'Rename list' }).click()
  await expect(page.getByRole('heading', { name: 'Summer party' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Summer party' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'The list and its saved space disappear from your favorites.',
  )
  await page.getByRole('button', { name: 'Delete list' }).click()
  await expect(page.getByText('Nothing in this list yet')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Favorites' })).toHaveCount(1)

  await test.step('A removed favorite can be restored with Undo', async () => {
    await navigate(page, space.path)
    await heart(page, space.title).click()
    await expect(page.getByText('Saved to Favorites')).toBeVisible()
    await heart(page, space.title).click()
    await expect(heart(page, space.title)).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText('Removed from Favorites')).toBeVisible()
    await expect(page.getByText('Saved to Favorites')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(heart(page, space.title)).toHaveAttribute('aria-pressed', 'true')
  })
})

test('favorites and shared lists can show only the spaces free on a day, until the user clears the day or goes back', async ({
  page,
  signedUp,
  anotherBrowser,
  clients,
}) => {
  const [free, taken] = [await listSpace(clients), await listSpace(clients)]
  const date = dayInTokyo(5)
  await checkOutAsRival(clients, taken.id, { date, hour: 9, hours: 24 })
  await signedUp('fay')
  for (const space of [free, taken]) {
    await page.goto(space.path)
    await heart(page, space.title).click()
    await expect(page.getByText('Saved to Favorites')).toBeVisible()
  }
  const cards = page.getByRole('article')
  await page.goto('/favorites')
  await expect(cards).toHaveCount(2)
  await page.getByLabel('Free on').fill(date)
  await expect(page.getByText(/^1 of 2 spaces is free on \w+, \w+ \d+$/)).toBeVisible()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('¥5,500 for 1 h, all in')
  await expect(cards).toContainText('Free from 9:00 AM')
  await expect(cards.getByRole('link', { name: free.title })).toHaveAttribute(
    'href',
    `${free.path}?date=${date}&from=09%3A00`,
  )
  expect(await violations(page, 'main')).toEqual([])

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(cards).toHaveCount(2)
  await expect(page.getByLabel('Free on')).toHaveValue('')

  const friend = await anotherBrowser()
  await friend.goto(link)
  await expect(friend.getByLabel('Free on')).toHaveValue(date)
  await expect(friend.getByRole('article')).toHaveCount(1)
  expect(await violations(friend, 'main')).toEqual([])
  await friend.getByRole('button', { name: 'Any day' }).click()
  await expect(friend.getByRole('article')).toHaveCount(2)
  await expect(friend.getByLabel('Free on')).toBeFocused()
  await expect(friend.getByLabel('Free on')).toHaveValue('')

  await page.goto(`/favorites?date=${dayInTokyo(400)}`)
  await expect(page.getByText(/^None of these 2 spaces is free on/)).toBeVisible()
  await page.getByRole('button', { name: 'Show all days' }).click()
  await expect(cards).toHaveCount(2)
  await expect(page.getByLabel('Free on')).toBeFocused()
})

test('the toasts of favorites, the dialog that chooses a list, and the name of the list fit narrow phones', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('finn')
  await page.setViewportSize({ width: 195, height: 422 })
  await page.goto(space.path)
  await heart(page, space.title).click()
  const change = page.getByRole('button', { name: 'Change list' })
  const toast = page.getByRole('alertdialog').filter({ has: change })
  await expect(toast).toContainText('Saved to Favorites')
  expect((await toast.boundingBox())!.height).toBeLessThan(120)
  await change.click()
  const [name, add] = [
    page.getByRole('textbox', { name: 'New list' }),
    page.getByRole('button', { name: 'Add' }),
  ]
  await expect(add).toBeVisible()
  // The button is below the field, because the two do not fit in one row.
  expect((await add.boundingBox())!.y).toBeGreaterThan((await name.boundingBox())!.y + 40)

  await page.setViewportSize(phone)
  await page.goto('/favorites')
  for (const list of ['Summer party in the garden', 'Team offsite in the mountains']) {
    await page.getByRole('button', { name: 'New list' }).click()
    const field = page.getByRole('textbox', { name: 'Name' })
    await expect(field).toBeFocused()
    await field.fill('')
    await page.getByRole('button', { name: 'Create list' }).click()
    await expect(page.getByText('Please enter a name')).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill(list)
    await page.getByRole('button', { name: 'Create list' }).click()
    await expect(page.getByRole('link', { name: `${list} 0` })).toBeInViewport({ ratio: 1 })
  }
})
