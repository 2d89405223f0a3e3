import { Secret, TOTP } from 'otpauth'
import { password, createVerifiedUser } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'
import type { TestClients } from '../support/instances.ts'

test.use({ expectedConsoleErrors: /status of (422.*\/auth\/v1\/factors|500.*\/auth\/v1\/user)/ })

const stepMs = 30_000

/**
 * Creates a user with an authenticator app. Each code works only once, so a second sign-in needs
 * `codeAt(1)`, the code of the next 30 s.
 */
async function personWithApp(clients: TestClients, name: string) {
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

test('a user with a second factor is signed in only after entering the code of that factor', async ({
  page,
  clients,
}) => {
  const { email, codeAt } = await personWithApp(clients, 'tara')
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toHaveAccessibleName('One more step')
  await expect(dialog.getByLabel('Code')).toBeFocused()

  // Reloading the page does not skip the second factor.
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/my-bookings')
  await expect(dialog).toHaveAccessibleName('One more step')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.unroute('**/auth/v1/user')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByLabel('Code').fill('000000')
  await expect(dialog.getByRole('alert')).toContainText('This code is wrong.')
  // Typing the next code replaces the wrong code.
  await page.keyboard.type(codeAt(1))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible()
})

test('closing the second-factor step signs the user out, and a recovery code replaces the authenticator app', async ({
  page,
  clients,
  baseURL,
}) => {
  const { email, token } = await personWithApp(clients, 'theo')
  const made = await page.request.post(`${baseURL}/auth/v1/factors/recovery-codes`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { codes } = (await made.json()) as { codes: string[] }

  await page.goto('/')
  const dialog = page.getByRole('dialog')
  const enter = async () => {
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(dialog).toHaveAccessibleName('One more step')
  }
  await enter()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('hourspace-session'))).toBeNull()

  await enter()
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
