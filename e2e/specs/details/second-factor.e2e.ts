import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { chooseFromMenu, createVerifiedUser, password } from '../../support/accounts.ts'
import { mailTo } from '../../support/mails.ts'
import { expect, test } from '../../support/test.ts'
import type { TestClients } from '../../support/instances.ts'

test.use({
  expectedConsoleErrors: /status of ((422|500).*\/auth\/v1\/factors|500.*\/auth\/v1\/user)/,
})

const stepMs = 30_000

/**
 * Creates a user with an authenticator app. Each code works only once, so a second sign-in needs
 * `codeAt(1)`, the code of the next 30 s.
 */
async function userWithApp(clients: TestClients, name: string) {
  const { email, auth } = await createVerifiedUser(clients, name)
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })
  if (error) throw error
  const secret = Secret.fromBase32(data.totp.secret)
  const codeAt = (steps: number) =>
    TOTP.generate({ secret, timestamp: Date.now() + steps * stepMs })
  const first = await auth.mfa.challengeAndVerify({ factorId: data.id, code: codeAt(0) })
  if (first.error) throw first.error
  return { email, token: first.data.access_token, codeAt }
}

async function createRecoveryCodes(page: Page, token: string): Promise<string[]> {
  const made = await page.request.post('/auth/v1/factors/recovery-codes', {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await made.json()) as { codes: string[] }).codes
}

/** Enters email and password in the sign-in dialog, which then asks for the second factor. */
async function enter(page: Page, email: string) {
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toHaveAccessibleName('One more step')
  return dialog
}

test('a user can enroll an authenticator app, save recovery codes and remove the app', async ({
  page,
  signedIn,
  clients,
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

  await section.getByRole('button', { name: 'Remove Old phone' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Old phone?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByText('Off', { exact: true })).toBeVisible()
  await expect(section.getByRole('heading', { name: 'Two-step verification' })).toBeFocused()
  await expect(section.getByRole('heading', { name: 'Recovery codes' })).toBeHidden()
})

test('a user with an authenticator app is signed in only with its code or a recovery code, and closing the code step signs the user out', async ({
  page,
  clients,
}) => {
  const { email, token, codeAt } = await userWithApp(clients, 'tara')
  const codes = await createRecoveryCodes(page, token)
  await page.goto('/about')

  const dialog = await enter(page, email)
  await test.step('Closing the step signs the user out', async () => {
    await expect(dialog.getByText('Open your authenticator app')).toBeVisible()
    await expect(dialog.getByLabel('Code')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('hourspace-session'))).toBeNull()
  })

  await test.step('Opening another page does not skip the step', async () => {
    await enter(page, email)
    await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/my-bookings')
    await expect(dialog).toHaveAccessibleName('One more step')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute('**/auth/v1/user')
    await dialog.getByRole('button', { name: 'Try again' }).click()
  })

  await test.step('Typing the next code replaces a wrong code', async () => {
    await dialog.getByLabel('Code').fill('000000')
    await expect(dialog.getByRole('alert')).toContainText('This code is wrong.')
    await page.keyboard.type(codeAt(1))
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible()
  })

  await test.step('A recovery code replaces the authenticator app', async () => {
    await chooseFromMenu(page, 'Sign Out')
    await enter(page, email)
    await dialog.getByRole('button', { name: 'I lost my device' }).click()
    const field = dialog.getByLabel('Recovery code')
    await expect(field).toBeFocused()
    await field.fill('none-of-them')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('This code is wrong or was already used.')
    await field.fill(codes[0]!.toUpperCase())
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Set it up again' }).click()
    await expect(page).toHaveURL(/\/profile\/security/)
    await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
  })
})

test('a user who reloads the page right after using a recovery code is signed in', async ({
  page,
  clients,
}) => {
  const { email, token } = await userWithApp(clients, 'rena')
  const [code = ''] = await createRecoveryCodes(page, token)
  await page.goto('/about')
  const dialog = await enter(page, email)
  await dialog.getByRole('button', { name: 'I lost my device' }).click()
  await dialog.getByLabel('Recovery code').fill(code)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('button', { name: 'Set it up again' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expect(dialog).toBeHidden()
})

/**
 * Waits until `count` text messages to a phone number have arrived. Returns the code of the newest
 * message.
 */
async function textedCode(page: Page, number: string, count: number): Promise<string> {
  const { text } = await mailTo(page, number, count)
  return /^\d{6}/.exec(text)?.[0] ?? ''
}

test('signing in with an enrolled phone factor requires the code sent to that phone, which is texted again only after a failure, and says when it has expired', async ({
  page,
  signedIn,
  clients,
}) => {
  const { email } = await createVerifiedUser(clients, 'petra')
  const number = `+1415${String(Date.now()).slice(-7)}`
  await signedIn(email)
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Two-step verification' })
  await section.getByRole('button', { name: 'Add a phone' }).click()
  await section.getByLabel('Phone number').fill(number)
  await section.getByRole('button', { name: 'Text me a code' }).click()
  const code = section.getByLabel('Code from the text')
  await expect(code).toBeFocused()
  await code.fill(await textedCode(page, number, 1))
  await expect(section.getByRole('group', { name: 'Your new recovery codes' })).toBeVisible()
  await expect(section.getByText('Codes by text message')).toBeVisible()

  await chooseFromMenu(page, 'Sign Out')
  const challenges = '**/auth/v1/factors/*/challenge'
  await page.route(challenges, (route) => route.fulfill({ status: 500, body: '{}' }))
  const dialog = await enter(page, email)
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByText('Enter the code we texted you.')).toBeHidden()
  await page.unroute(challenges)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(challenges, async (route) => {
    await released
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('Texting you a code...')).toBeVisible()
  release()
  await expect(dialog.getByText('Enter the code we texted you.')).toBeVisible()
  const expired = { error_code: 'mfa_challenge_expired', msg: 'MFA challenge has expired' }
  const answers = '**/auth/v1/factors/*/verify'
  await page.route(answers, (route) => route.fulfill({ status: 422, json: expired }))
  await dialog.getByLabel('Code').fill(await textedCode(page, number, 2))
  await expect(dialog.getByRole('alert')).toContainText('This code has expired.')
  await page.unroute(answers)
  // The dialog requests no other code until the user asks for one, so the texted code still works.
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible()
})

test('a user who closes the second-factor dialog opened by a password reset link can request another link', async ({
  page,
  clients,
}) => {
  const { email } = await userWithApp(clients, 'rita')
  const { data } = await clients.server.auth.admin.generateLink({ type: 'recovery', email })
  await page.goto(`/auth/confirm?type=recovery&token_hash=${data.properties?.hashed_token}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog', { name: 'One more step' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
})
