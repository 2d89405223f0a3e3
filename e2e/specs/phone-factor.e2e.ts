import type { Page } from '@playwright/test'
import { mailTo } from '../support/mails.ts'
import { password, createVerifiedUser } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'

/**
 * Waits until `count` text messages to a phone number have arrived. Returns the code of the newest
 * message.
 */
async function textedCode(page: Page, number: string, count: number): Promise<string> {
  const { text } = await mailTo(page, number, count)
  return /^\d{6}/.exec(text)?.[0] ?? ''
}

test('signing in with an enrolled phone factor requires the code sent to that phone', async ({
  page,
  signedIn,
  clients,
  anotherBrowser,
}) => {
  const { email } = await createVerifiedUser(clients, 'petra')
  const number = `+1415${String(Date.now()).slice(-7)}`
  await signedIn(email)
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Two-step verification' })
  await section.getByRole('button', { name: 'Add a phone' }).click()
  await section.getByLabel('Phone number').fill(number)
  await section.getByRole('button', { name: 'Text Me a Code' }).click()
  const code = section.getByLabel('Code from the text')
  await expect(code).toBeFocused()
  await code.fill(await textedCode(page, number, 1))
  await expect(section.getByRole('group', { name: 'Your new recovery codes' })).toBeVisible()
  await expect(section.getByText('Codes by text message')).toBeVisible()

  const elsewhere = await anotherBrowser()
  await elsewhere.goto('/')
  await elsewhere.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = elsewhere.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog.getByText('Enter the code we texted you.')).toBeVisible()
  await dialog.getByLabel('Code').fill(await textedCode(elsewhere, number, 2))
  await expect(dialog).toBeHidden()
  await expect(elsewhere.getByRole('button', { name: `Account of ${email}` })).toBeVisible()
})
