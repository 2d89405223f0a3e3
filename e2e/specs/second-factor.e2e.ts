import { readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import { password, createVerifiedUser } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'

test('a user can enroll an authenticator app, save recovery codes and remove the app', async ({
  page,
  signedIn,
  clients,
  anotherBrowser,
}) => {
  const { email } = await createVerifiedUser(clients, 'otis')
  await signedIn(email)
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Two-step verification' })
  await section.getByRole('button', { name: 'Add an authenticator app' }).press('Enter')
  const name = section.getByLabel('Name')
  await expect(name).toBeFocused()
  await name.fill('Old phone')
  await name.press('Enter')
  await expect(section.getByRole('img', { name: /QR code/ })).toBeVisible()
  const code = section.getByLabel('Code from the app')
  await expect(code).toBeFocused()
  const key = await section.getByText(/^([A-Z2-7]{4} )+/).innerText()
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await code.fill(app.generate())

  const codes = section.getByRole('group', { name: 'Your new recovery codes' })
  await expect(codes).toBeFocused()
  // The confirmation is shown beside the recovery codes, because a toast would cover the buttons on
  // a phone.
  await expect(codes.getByText('Two-step verification is on')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' })).toBeHidden()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const download = page.waitForEvent('download')
  await codes.getByRole('link', { name: 'Download' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(await codes.getByRole('listitem').first().innerText())
  await codes.getByRole('button', { name: 'I saved them' }).click()
  await expect(section.getByText('10 left.')).toBeVisible()
  await expect(section.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()

  const elsewhere = await anotherBrowser()
  await elsewhere.goto('/')
  await elsewhere.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = elsewhere.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog.getByText('Open your authenticator app')).toBeVisible()

  await section.getByRole('button', { name: 'Remove Old phone' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Old phone?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByText('Off', { exact: true })).toBeVisible()
  await expect(section.getByRole('heading', { name: 'Two-step verification' })).toBeFocused()
  await expect(section.getByRole('heading', { name: 'Recovery codes' })).toBeHidden()
})
