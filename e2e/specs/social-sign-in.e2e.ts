import { chooseTime, dayInTokyo } from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { newAddress } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'

test('signing in with an external identity keeps the booking in progress', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(6), hours: 3, start: '11:00 AM' })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Sandbox ID' }).click()

  const email = newAddress('ines')
  await page.getByText('Use another account').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ines Calder')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('button', { name: 'Account of Ines Calder' })).toBeVisible()
  await expect(page).toHaveURL(/\/space\//)
  await expect(page.getByRole('radio', { name: /^11:00 AM/ })).toBeChecked()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
})

test('a space that a visitor tried to save is saved after signing in with an external identity', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  await page.goto(space.path)
  const heart = page.getByRole('button', { name: `Save ${space.title}`, exact: true })
  await heart.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Sandbox ID' }).click()
  await page.getByText('Use another account').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ivo Calder')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(newAddress('ivo'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Saved to Favorites')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/favorites')
  await expect(page.getByRole('article')).toContainText(/Free .* from/)
})

test('denying access at the identity provider shows a message and signs no user in', async ({
  page,
}) => {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Sandbox ID' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await expect(page.getByText('You cancelled, so nothing has changed')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
})

test('entering an email with an SSO domain opens the identity provider of that organization', async ({
  page,
}) => {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue with my company' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Enter your work email first.')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByLabel('Email').fill('ines@calder.example')
  await dialog.getByRole('button', { name: 'Continue with my company' }).click()
  await page.getByRole('button', { name: /Ines Calder/ }).click()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expect(page).toHaveURL('/about')
})
