import type { Page } from '@playwright/test'
import { newAddress, signUp } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Leaves for the stand-in's page, where accounts are chosen. */
async function leaveForProvider(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await expect(async () => {
    if (!(await dialog.isVisible()))
      await page.getByRole('button', { name: 'Sign In / Sign Up' }).click({ timeout: 2_000 })
    await expect(dialog).toBeVisible()
  }).toPass()
  await dialog.getByRole('button', { name: /^Continue with Sandbox/ }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
}

/** Says there who one is, by keyboard alone. */
async function be(page: Page, email: string, name: string) {
  await page.getByText('Be somebody else').press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.keyboard.press('Enter')
}

test('somebody new signs in with an account elsewhere and is back where they were', async ({
  page,
}) => {
  await page.goto('/explore')
  await leaveForProvider(page)
  await be(page, newAddress('mara'), 'Mara Quill')
  await expect(page).toHaveURL(/\/explore$/)
  // By the name that the provider told.
  const account = page.getByRole('button', { name: 'Account of Mara Quill' })
  await expect(account).toBeVisible()
  await page.reload()
  await expect(account).toBeVisible()
})

test('whoever says no at the provider is told that nothing has happened', async ({ page }) => {
  await page.goto('/')
  await leaveForProvider(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That sign-in did not work')
  await expect(page.getByText('The person did not agree.')).toBeVisible()
})

test('an account with the same address is not opened before it is proven to be theirs', async ({
  page,
  browser,
}) => {
  await page.goto('/')
  const email = await signUp(page, 'first')
  const visitor = await browser.newContext()
  const other = await visitor.newPage()
  await other.goto(new URL('/', page.url()).href)
  await leaveForProvider(other)
  await be(other, email, 'Second')
  await expect(other.getByText(/An account with this email address exists already/)).toBeVisible()
  await visitor.close()
})

test('an answer that proves nothing signs nobody in', async ({ page }) => {
  await page.goto('/')
  await leaveForProvider(page)
  await page.getByText('Test switches').click()
  await page.getByLabel('What goes wrong').selectOption('the ID token is not signed')
  await page.getByRole('button', { name: 'Set' }).click()
  await page.getByRole('button', { name: 'Ines Calder' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That sign-in did not work')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
})

test('another browser does not finish a sign-in that it has not begun', async ({
  page,
  browser,
}) => {
  await page.goto('/')
  await leaveForProvider(page)
  let answer = ''
  // What the provider answers goes to somebody else's browser instead.
  await page.route('**/_sandbox/identity/oidc/authorize', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    answer = response.headers()['location'] ?? ''
    await route.abort()
  })
  await page.getByRole('button', { name: 'Kofi Larsen' }).click()
  await expect.poll(() => answer).toContain('state=')
  const victim = await browser.newContext()
  const other = await victim.newPage()
  await other.goto(answer)
  await expect(other).toHaveURL(/error_code=bad_oauth_state/)
  await expect(other.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  await victim.close()
})
