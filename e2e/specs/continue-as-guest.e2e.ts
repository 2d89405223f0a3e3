import { chooseTime, dayInTokyo, expectConfirmed, payWith, cards } from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { mailTo } from '../support/mails.ts'
import { newAddress, password, signIn } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'

// Ignores the console error for the 422 response to an email that is already registered.
test.use({ expectedConsoleErrors: /status of 422.*\/auth\/v1\/user/ })

test('a visitor can book as a guest, and adding an email keeps the selected time', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(4), hours: 2, start: '2:00 PM' })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue as guest' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()

  // Starts the checkout again and expects the selected time to be kept.
  await page.goto(space.path)
  await expect(page.getByRole('button', { name: 'Guest account' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^2:00 PM/ })).toBeChecked()
  const form = page.getByRole('main')
  await form.getByRole('button', { name: 'Continue to Payment' }).click()
  const field = form.getByLabel('Email', { exact: true })
  await field.fill('maya@hourspace.demo')
  await form.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(form.getByRole('alert')).toContainText('This email already has an account.')

  const email = newAddress('gus')
  await field.fill(email)
  await form.getByRole('button', { name: 'Continue to Payment' }).click()
  const order = page.getByRole('region', { name: space.title })
  await expect(order.getByText('2:00 PM – 4:00 PM')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await payWith(page, cards.succeeds)
  await expectConfirmed(page)
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible()
  expect((await mailTo(page, email)).subject).toContain(space.title)
})

test('a guest who enters a registered email can sign in and keeps the selected time', async ({
  page,
  clients,
}) => {
  const email = newAddress('greta')
  await clients.visitor().auth.signUp({ email, password })
  const space = await listSpace(clients)
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(5), hours: 1, start: '10:00 AM' })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue as guest' }).click()
  const form = page.getByRole('main')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByRole('button', { name: 'Continue to Payment' }).click()
  await form.getByRole('alert').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(email)
  await signIn(page, email)
  await expect(page.getByLabel('Card number')).toBeVisible()
  const order = page.getByRole('region', { name: space.title })
  await expect(order.getByText('10:00 AM – 11:00 AM')).toBeVisible()
})

test('an anonymous guest is warned before signing out and cannot open account pages', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(4), hours: 1, start: '9:00 AM' })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue as guest' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()

  await page.goto('/my-bookings')
  await expect(page).toHaveURL('/')
  const menu = page.getByRole('button', { name: 'Guest account' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  const warning = page.getByRole('alertdialog', { name: 'Stop browsing as a guest?' })
  await warning.getByRole('button', { name: 'Stay' }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await warning.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
})
