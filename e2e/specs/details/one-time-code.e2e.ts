import { dialogs, violations } from '../../support/axe.ts'
import { codeIn, mailTo } from '../../support/mails.ts'
import { newAddress } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

test.use({ expectedConsoleErrors: /status of 403.*\/auth\/v1\/verify/ })

test('a one-time code pasted with spaces signs the user in', async ({ page }) => {
  const email = newAddress('cody')
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Email me a code' }).click()

  const field = dialog.getByLabel('Code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expect(dialog.getByRole('button', { name: /^Send another code in \d+ s$/ })).toBeVisible()

  const code = codeIn(await mailTo(page, email))
  await field.fill(code === '111111' ? '222222' : '111111')
  await expect(dialog.getByRole('alert')).toContainText('This code is wrong or has expired.')
  expect(await violations(page, dialogs)).toEqual([])
  // The code form submits itself after the last digit.
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeFocused()
  await expect(page).toHaveURL('/about')
})
