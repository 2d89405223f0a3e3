import { chooseTime, dayInTokyo, expectConfirmed, payWith, cards } from '../../support/booking.ts'
import { listSpace } from '../../support/market.ts'
import { mailTo } from '../../support/mails.ts'
import { createVerifiedUser, newAddress, password } from '../../support/accounts.ts'
import { dialogs, violations } from '../../support/axe.ts'
import { expect, test } from '../../support/test.ts'
import { navigate } from '../../support/visits.ts'

// Ignores the console error for the 422 response to an email that is already registered.
test.use({ expectedConsoleErrors: /status of 422.*\/auth\/v1\/user/ })

test('a visitor who continues without an account is warned before signing out, and keeps the selected time when entering an email', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(4), hours: 2, start: '2:00 PM' })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await test.step('Back closes the sign-in dialog', async () => {
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
  })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Continue without an account' })
    .click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()

  const menu = page.getByRole('button', { name: 'No account' })
  await test.step('A guest without an account is warned before signing out', async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    const warning = page.getByRole('alertdialog', { name: 'Sign out and lose your selections?' })
    await warning.getByRole('button', { name: 'Stay' }).click()
    await expect(warning).toBeHidden()
  })
  await test.step('A guest without an account cannot open account pages', async () => {
    await navigate(page, '/dashboard')
    await expect(page).toHaveURL('/')
  })

  await page.goto(space.path)
  await expect(menu).toBeVisible()
  await expect(page.getByRole('radio', { name: /^2:00 PM/ })).toBeChecked()
  const form = page.getByRole('main')
  await form.getByRole('button', { name: 'Continue to Payment' }).click()
  const email = newAddress('gus')
  await form.getByLabel('Your name').fill('   ')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(form.getByLabel('Your name')).toHaveAccessibleDescription(/Please enter your name/)
  await form.getByLabel('Your name').fill('Gus Almeida')
  await form.getByRole('button', { name: 'Continue to Payment' }).click()
  const order = page.getByRole('region', { name: space.title })
  await expect(order.getByText('2:00 PM – 4:00 PM')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await payWith(page, cards.succeeds)
  await expectConfirmed(page)
  await expect(page.getByRole('button', { name: 'Account of Gus Almeida' })).toBeVisible()
  expect((await mailTo(page, email)).subject).toContain(space.title)
})

test('a guest without an account can sign out; if the guest enters a registered email, signing in keeps the selected time', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  const { email } = await createVerifiedUser(clients, 'gwen')
  await page.goto(space.path)
  const dialog = page.getByRole('dialog')
  const form = page.getByRole('main')
  const continueAsGuest = async () => {
    await chooseTime(page, { date: dayInTokyo(4), hours: 2, start: '2:00 PM' })
    await form.getByRole('button', { name: 'Continue to Payment' }).click()
    await dialog.getByRole('button', { name: 'Continue without an account' }).click()
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  }

  await test.step('Signing out ends the guest account', async () => {
    await continueAsGuest()
    await page.getByRole('button', { name: 'No account' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    const warning = page.getByRole('alertdialog', { name: 'Sign out and lose your selections?' })
    await warning.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  })

  await page.goto(space.path)
  await continueAsGuest()
  await form.getByLabel('Your name').fill('Gwen Ito')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(form.getByRole('alert')).toContainText('This email already has an account.')
  await form.getByRole('alert').getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  expect(await violations(page, dialogs)).toEqual([])
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
  await form.getByLabel('Your name').fill('Gwen Ito')
  await form.getByRole('button', { name: 'Continue to Payment' }).click()
  const order = page.getByRole('region', { name: space.title })
  await expect(order.getByText('2:00 PM – 4:00 PM')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeVisible()
})
