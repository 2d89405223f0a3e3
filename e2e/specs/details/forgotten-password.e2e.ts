import { dialogs, violations } from '../../support/axe.ts'
import { accountLinkIn, mailTo } from '../../support/mails.ts'
import { newAddress, password, signIn } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

test.use({
  expectedConsoleErrors:
    /status of 40[03].*\/auth\/v1\/(verify|token|user)|ERR_FAILED|Failed to fetch/,
})

test('a password reset link from an email can change the password only once', async ({
  page,
  anotherBrowser,
  clients,
}) => {
  const email = newAddress('fay')
  const { error } = await clients.visitor().auth.signUp({ email, password })
  expect(error).toBeNull()
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(dialog.getByText(`If ${email} has an account, you’ll get an email`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Send it again/ })).toBeFocused()
  expect(await violations(page, dialogs)).toEqual([])
  const link = accountLinkIn(await mailTo(page, email))

  // Opens the password reset link in another browser, because a user may read the email on another
  // device.
  const phone = await anotherBrowser()
  await phone.goto(link)
  const goOn = phone.getByRole('button', { name: 'Continue' })
  await test.step('A failed request does not show the link as expired', async () => {
    await phone.route('**/auth/v1/verify*', (route) => route.abort())
    await goOn.click()
    await expect(phone.getByRole('alert')).toContainText('The link still works')
    await phone.unroute('**/auth/v1/verify*')
  })
  await goOn.click()
  const chosen = `${password}, and newer`
  await phone.getByLabel('New password').fill(chosen)
  await phone.getByRole('button', { name: 'Change my password' }).click()
  await expect(phone.getByText('Your password was changed')).toBeVisible()

  await dialog.getByRole('button', { name: 'Back to Sign In' }).click()
  await signIn(page, email, chosen)

  await test.step('A user who signed in with a password and follows a used link can request another link', async () => {
    await page.goto(link)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Get a new link' }).click()
    await page.getByLabel('New password').fill(`${password}, and newest`)
    await page.getByRole('button', { name: 'Change my password' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await expect(page.getByText('You need a new link')).toBeVisible()
    expect(await violations(page, 'main')).toEqual([])
  })

  await phone.evaluate(() => localStorage.clear())
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await phone.getByRole('link', { name: 'Get a new link' }).click()
  await phone.getByLabel('Email', { exact: true }).fill(email)
  await expect(phone.getByText('This link has expired')).toBeHidden()
  await phone.getByRole('button', { name: 'Send the link' }).click()
  await expect(phone.getByText('you’ll get an email with a link')).toBeVisible()
})
