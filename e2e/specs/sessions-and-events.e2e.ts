import { signIn, signUp } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'

// Ignores the console errors for failed requests of revoked sessions.
test.use({
  expectedConsoleErrors: /status of (403.*\/auth\/v1\/user|401.*\/rest\/v1\/)/,
})

test('a user sees all signed-in devices, signs one out and finds that event in the activity list', async ({
  page,
  anotherBrowser,
}) => {
  await page.goto('/')
  const email = await signUp(page, 'sami')
  const phone = await anotherBrowser()
  await phone.goto('/')
  await signIn(phone, email)
  const library = await anotherBrowser()
  await library.goto('/')
  await signIn(library, email)

  await page.goto('/profile/security')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  const rows = sessions.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first().getByRole('button')).toBeHidden()

  // The list of devices starts with the current device.
  await rows.nth(1).getByRole('button', { name: 'Sign out' }).click()
  await expect(rows).toHaveCount(2)
  await library.goto('/my-bookings')
  await expect(library).toHaveURL('/')
  await expect(library.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()

  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
  await expect(question).toContainText('One other device will be signed out')
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions.getByText('You’re signed in only on this device.')).toBeVisible()
  await expect(sessions.getByRole('heading')).toBeFocused()
  await phone.goto('/profile/security')
  await expect(phone).toHaveURL('/')

  const events = page.getByRole('region', { name: 'Recent activity' })
  await expect(events.getByText('Account created')).toBeVisible()
  await expect(events.getByText('Signed in').first()).toBeVisible()
  await expect(events.getByRole('listitem').first()).toContainText('on Linux')
})
