import { readFile } from 'node:fs/promises'
import { expectFits, phone } from '../../support/axe.ts'
import { codeIn, mailTo } from '../../support/mails.ts'
import { chooseFromMenu, password } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

test.describe('an account', () => {
  // Ignores the console errors of a deletion with a wrong password, and of a sign-in to the deleted
  // account.
  test.use({
    expectedConsoleErrors: /status of 40[03].*\/(functions\/v1\/delete-account|auth\/v1\/)/,
  })

  test("a user can download a file with the account's data and then delete the account", async ({
    page,
    signedUp,
  }) => {
    const email = await signedUp('lena-with-a-long-email-address')
    await page.goto('/privacy/settings')
    await expect(page.getByText(`You are not subscribed with ${email}`)).toBeVisible()
    await test.step('A long email fits a phone', async () => {
      const before = page.viewportSize()
      await expectFits(page, phone)
      if (before) await page.setViewportSize(before)
    })

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export my data' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^hourspace-data-\d{4}-\d\d-\d\d\.json$/)
    const exported = JSON.parse(await readFile(await file.path(), 'utf8')) as {
      account: { email: string }
      bookings: unknown[]
    }
    expect(exported.account.email).toBe(email)
    expect(exported.bookings).toEqual([])

    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    const confirm = dialog.getByRole('button', { name: 'Delete my account' })
    await confirm.click()
    await expect(dialog.getByText('Please enter your password')).toBeVisible()
    await expect(dialog.getByText('Please type DELETE')).toBeVisible()

    await dialog.getByLabel('Your password').fill('not the password')
    await dialog.getByLabel('Type DELETE to confirm').fill('delete')
    await confirm.click()
    await expect(dialog.getByText('This is not the password of your account')).toBeVisible()

    // A user without a password confirms the deletion with an emailed code. When the code is
    // requested, the form keeps the typed word DELETE.
    await dialog.getByRole('button', { name: 'No password? Email me a code' }).click()
    const code = dialog.getByLabel('Code from the email')
    await expect(code).toBeFocused()
    await code.fill(codeIn(await mailTo(page, email)))
    await confirm.click()
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()

    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
    const signInDialog = page.getByRole('dialog', { name: 'Sign In' })
    await signInDialog.getByLabel('Email').fill(email)
    await signInDialog.getByLabel('Password').fill(password)
    await signInDialog.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(signInDialog.getByRole('alert')).toHaveText('Invalid login credentials')
  })
})

test('account deletion lists the upcoming bookings that prevent it', async ({ page, signedIn }) => {
  await signedIn('maya@hourspace.demo', 'hourspace-demo')
  await page.goto('/privacy/settings')
  await expect(page.getByText('Your account cannot be deleted yet')).toBeVisible()
  const bookings = page
    .getByRole('listitem')
    .filter({ hasText: /^Guests have \d+ upcoming bookings and requests at your spaces/ })
  await bookings.getByText(/^Show all \d+$/).click()
  await expect(page.getByText(/^A guest has booked /).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeHidden()
})

test('signing out on the privacy settings opens the home page without the sign-in dialog', async ({
  page,
  signedUp,
}) => {
  const email = await signedUp('petra')
  await page.goto('/privacy/settings')
  await expect(page.getByText(`You are not subscribed with ${email}`)).toBeVisible()
  await chooseFromMenu(page, 'Sign Out')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})
