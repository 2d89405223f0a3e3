import { expect, type Page } from '@playwright/test'
import type { TestClients } from './instances.ts'

export const password = 'a long enough password'

let people = 0

/** Returns an unused email address. */
export function newAddress(name: string): string {
  people += 1
  return `${name}.${process.pid}.${Date.now()}.${people}@example.com`
}

/**
 * Returns the credentials of a new user. The profile gets a name, so that no form asks the user for
 * it.
 */
export function newAccount(name: string) {
  const data = { full_name: `${name[0]!.toUpperCase()}${name.slice(1)} Tester` }
  return { email: newAddress(name), password, options: { data } }
}

/**
 * Signs up a new user without a name through the sign-in dialog and returns the email address.
 */
export async function signUp(page: Page, name: string): Promise<string> {
  const email = newAddress(name)
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Create an Account' }).click()
  await expect(dialog.getByRole('heading', { name: 'Create an Account' })).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Create an Account' }).click()
  await expect(dialog).toBeHidden()
  return email
}

/**
 * Creates a user with a verified email and without a name. Returns the email and an auth client
 * that is signed in as the user.
 */
export async function createVerifiedUser({ server, visitor }: TestClients, name: string) {
  const email = newAddress(name)
  const { data, error } = await server.auth.admin.generateLink({ type: 'magiclink', email })
  if (error) throw error
  const { auth } = visitor()
  const { hashed_token: token_hash, verification_type: type } = data.properties
  const opened = await auth.verifyOtp({ type: type as 'signup', token_hash })
  const chosen = await auth.updateUser({ password })
  expect([opened.error, chosen.error]).toEqual([null, null])
  return { email, auth }
}

/** Signs an existing user in through the sign-in dialog. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  const dialog = await openDialog(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(secret)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
}

export async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Returns the sign-in dialog. Opens the dialog if it is closed. */
async function openDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: /Sign In|Create an Account/ })
  const opener = page.getByRole('button', { name: 'Sign In / Sign Up' })
  // Retries, because a dialog that is opening may cover the button during the click.
  await expect(async () => {
    if (!(await dialog.isVisible())) await opener.click({ timeout: 2_000 })
    await expect(dialog).toBeVisible()
  }).toPass()
  return dialog
}
