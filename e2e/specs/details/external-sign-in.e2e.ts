import type { Page } from '@playwright/test'
import { chooseTime, dayInTokyo } from '../../support/booking.ts'
import { listSpace } from '../../support/market.ts'
import { newAddress } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

// Ignores the console errors for an email whose domain has no SSO provider, and for the sign-out of
// a deleted account.
test.use({ expectedConsoleErrors: /status of (404.*\/auth\/v1\/sso|403.*\/auth\/v1\/logout)/ })

/** Signs in at the fake identity provider as a new user. */
async function be(page: Page, email: string, name: string) {
  await page.getByText('Use another account').press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.keyboard.press('Enter')
}

test('signing in with an external identity keeps the booking in progress', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(6), hours: 3, start: '11:00 AM' })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Sandbox ID' }).click()
  await be(page, newAddress('ines'), 'Ines Calder')

  await expect(page.getByRole('button', { name: 'Account of Ines Calder' })).toBeVisible()
  await expect(page).toHaveURL(/\/space\//)
  await expect(page.getByRole('radio', { name: /^11:00 AM/ })).toBeChecked()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
})

test('cancelling an external sign-in shows a message, and completing one saves the space that the visitor tried to save', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  await page.goto(space.path)
  const heart = page.getByRole('button', { name: `Save ${space.title}`, exact: true })
  const provider = page
    .getByRole('dialog')
    .getByRole('button', { name: 'Continue with Sandbox ID' })

  await test.step('Denying access shows a message and signs no user in', async () => {
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
    await provider.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing has changed' })).toBeVisible()
    await expect(page.getByText('You cancelled. Try again')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  })

  await page.goto(space.path)
  await heart.click()
  await provider.click()
  await be(page, newAddress('ivo'), 'Ivo Calder')
  await expect(page.getByText('Saved to Favorites')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/favorites')
  await expect(page.getByRole('article')).toContainText(/Free .* from/)
})

test('a user signs in with SAML if the email domain has an SSO provider, sees an error otherwise, and can delete the account without a password', async ({
  page,
}) => {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Email')
  const company = dialog.getByRole('button', { name: 'Continue with my company' })
  await company.click()
  await expect(dialog.getByRole('alert')).toHaveText('Enter your work email first.')
  await expect(field).toBeFocused()
  await field.fill('user@nowhere.example')
  await company.click()
  await expect(dialog.getByRole('alert')).not.toHaveText('Enter your work email first.')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(field).toHaveValue('user@nowhere.example')
  const email = `noor-${crypto.randomUUID()}@calder.example`
  await field.fill(email)
  await expect(dialog.getByRole('alert')).toBeHidden()

  await company.click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await expect(page.getByText('with Calder & Larsen')).toBeVisible()
  await be(page, email, 'Noor Tan')
  await expect(page).toHaveURL('/about')
  const account = page.getByRole('button', { name: 'Account of Noor Tan' })
  await expect(account).toBeVisible()
  await page.reload()
  await expect(account).toBeVisible()

  await test.step('Profile > Security offers no change that the backend would refuse', async () => {
    await page.goto('/profile/security')
    const managed = page.getByRole('region', { name: 'Email and password' })
    await expect(managed).toContainText('Your company manages your email and password.')
    await expect(managed).toContainText(email)
    await expect(page.getByRole('button', { name: 'Change password' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Use a different email' })).toBeHidden()
  })

  await test.step('The profile says that the company manages the email', async () => {
    await page.goto('/profile')
    const main = page.getByRole('main')
    await expect(main.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
      'You sign in with it. Your company manages it.',
    )
    await expect(main).toContainText('Turn on two-step verification')
    await expect(main).not.toContainText('Change your password')
  })

  await page.goto('/privacy/settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const deletion = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(deletion.getByLabel('Type DELETE to confirm')).toBeFocused()
  await expect(deletion.getByLabel('Your password')).toBeHidden()
  await deletion.getByLabel('Type DELETE to confirm').fill('DELETE')
  await deletion.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
})

test('a user links an external identity in Profile > Security and unlinks it', async ({
  page,
  signedUp,
}) => {
  await signedUp('lena')
  const elsewhere = newAddress('lena-elsewhere')
  await page.goto('/profile/security')
  await test.step('Cancelling at the identity provider returns to Security', async () => {
    await page.getByRole('button', { name: 'Link Sandbox ID' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing has changed' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/profile\/security/)
  })
  await page.getByRole('button', { name: 'Link Sandbox ID' }).click()
  await be(page, elsewhere, 'Lena Elsewhere')
  await expect(page).toHaveURL(/\/profile\/security/)
  const linked = page.getByRole('region', { name: 'Linked accounts' })
  await expect(linked.getByText(elsewhere)).toBeVisible()

  await linked.getByRole('button', { name: 'Unlink Sandbox ID' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(linked.getByText(elsewhere)).toBeHidden()
  await expect(linked.getByRole('button', { name: /^Unlink/ })).toHaveCount(0)
})
