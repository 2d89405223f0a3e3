import type { Page } from '@playwright/test'
import { newAddress } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'

async function leaveForProvider(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await expect(async () => {
    if (!(await dialog.isVisible()))
      await page.getByRole('button', { name: 'Sign In / Sign Up' }).click({ timeout: 2_000 })
    await expect(dialog).toBeVisible()
  }).toPass()
  await dialog.getByRole('button', { name: 'Continue with Sandbox ID' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
}

async function be(page: Page, email: string, name: string) {
  await page.getByText('Use another account').press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.keyboard.press('Enter')
}

test('an external identity cannot sign in to an account with the same email if that email is not verified', async ({
  signedUp,
  anotherBrowser,
}) => {
  const email = await signedUp('first')
  const other = await anotherBrowser()
  await other.goto('/')
  await leaveForProvider(other)
  await be(other, email, 'Second')
  await expect(other.getByText(/already has an account that isn’t verified yet/)).toBeVisible()
})

test('a sign-in with an external identity cannot be completed in another browser', async ({
  page,
  anotherBrowser,
}) => {
  await page.goto('/')
  await leaveForProvider(page)
  let answer = ''
  // Captures the identity provider's redirect URL, in order to open it in another browser.
  await page.route('**/_sandbox/identity/oidc/authorize', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    answer = response.headers()['location'] ?? ''
    await route.abort()
  })
  await page.getByRole('button', { name: 'Kofi Larsen' }).click()
  await expect.poll(() => answer).toContain('state=')
  const other = await anotherBrowser()
  await other.goto(answer)
  await expect(other).toHaveURL(/error_code=bad_oauth_state/)
  await expect(other.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
})

test('a user can sign in with an external identity linked in Profile > Security until it is unlinked', async ({
  page,
  signedUp,
  anotherBrowser,
}) => {
  await signedUp('lena')
  const elsewhere = newAddress('lena-elsewhere')
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Link Sandbox ID' }).click()
  await be(page, elsewhere, 'Lena Elsewhere')
  await expect(page).toHaveURL(/\/profile\/security/)
  const linked = page.getByRole('region', { name: 'Linked accounts' })
  await expect(linked.getByText(elsewhere)).toBeVisible()

  const other = await anotherBrowser()
  await other.goto('/')
  await leaveForProvider(other)
  await be(other, elsewhere, 'Lena Elsewhere')
  await expect(other.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await other.goto('/profile/security')
  await expect(
    other.getByRole('region', { name: 'Linked accounts' }).getByText(elsewhere),
  ).toBeVisible()

  await linked.getByRole('button', { name: 'Unlink Sandbox ID' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(linked.getByText(elsewhere)).toBeHidden()
  await expect(linked.getByRole('button', { name: /^Unlink/ })).toHaveCount(0)
})
