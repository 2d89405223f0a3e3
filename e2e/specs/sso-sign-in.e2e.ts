import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

async function leaveForCompany(page: Page, email: string) {
  await page.goto('/explore')
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await expect(async () => {
    if (!(await dialog.isVisible()))
      await page.getByRole('button', { name: 'Sign In / Sign Up' }).click({ timeout: 2_000 })
    await expect(dialog).toBeVisible()
  }).toPass()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Continue with my company' }).click()
  return dialog
}

async function be(page: Page, email: string) {
  await page.getByText('Use another account').press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill('Noor Tan')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.keyboard.press('Enter')
}

for (const [protocol, domain, provider] of [
  ['SAML', 'calder.example', 'Calder & Larsen'],
  ['OpenID Connect', 'petrov.example', 'Sandbox ID'],
] as const) {
  test(`a user signs in through SSO with ${protocol}`, async ({ page }) => {
    const email = `noor-${crypto.randomUUID()}@${domain}`
    await leaveForCompany(page, email)
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    await expect(page.getByText(`with ${provider}`)).toBeVisible()
    await be(page, email)
    await expect(page).toHaveURL(/\/explore/)
    const account = page.getByRole('button', { name: 'Account of Noor Tan' })
    await expect(account).toBeVisible()
    await page.reload()
    await expect(account).toBeVisible()
    expect(page.url()).not.toMatch(/code=|access_token/)
  })
}

test('an unsigned SAML response is refused', async ({ page }) => {
  await leaveForCompany(page, 'ines@calder.example')
  await page.getByText('Test switches').click()
  await page.getByLabel('What goes wrong').selectOption('the assertion is not signed')
  await page.getByRole('button', { name: 'Set' }).click()
  await page.getByRole('button', { name: 'Ines Calder' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That sign-in did not work')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
})

test('an SSO sign-in cannot be completed in another browser', async ({
  page,
  browser,
  baseURL,
}) => {
  await leaveForCompany(page, 'ines@calder.example')
  let form = ''
  await page.route('**/auth/v1/sso/saml/acs', async (route) => {
    form = route.request().postData() ?? ''
    await route.abort()
  })
  await page.getByRole('button', { name: 'Ines Calder' }).click()
  await expect.poll(() => form).toContain('SAMLResponse')

  const victim = await browser.newContext()
  const other = await victim.newPage()
  await other.goto(baseURL!)
  await other.evaluate((fields) => {
    const element = document.createElement('form')
    element.method = 'post'
    element.action = '/auth/v1/sso/saml/acs'
    for (const [name, value] of new URLSearchParams(fields)) {
      const input = document.createElement('input')
      input.name = name
      input.value = value
      element.append(input)
    }
    document.body.append(element)
    element.submit()
  }, form)
  await expect(other).toHaveURL(/error_code=saml_relay_state_not_found/)
  await victim.close()
})

test.describe('refusals', () => {
  test.use({ expectedConsoleErrors: /status of 404.*\/auth\/v1\/sso/ })

  test('entering an email whose domain has no SSO provider shows an error', async ({ page }) => {
    const dialog = await leaveForCompany(page, 'somebody@nowhere.example')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByLabel('Email')).toHaveValue('somebody@nowhere.example')
    await dialog.getByLabel('Email').fill('somebody@elsewhere.example')
    await expect(dialog.getByRole('alert')).toBeHidden()
  })
})
