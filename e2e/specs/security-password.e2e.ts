import { company } from '@hourspace/domain/company.ts'
import { accountLinkIn, mailTo } from '../support/mails.ts'
import { newAddress, password, createVerifiedUser, signIn, signUp } from '../support/accounts.ts'
import { mailBody, openMail } from '../support/outbox.ts'
import { expect, test } from '../support/test.ts'

// Ignores the console errors for requests with a wrong password or a revoked session.
test.use({
  expectedConsoleErrors: /status of (40[03].*\/auth\/v1\/user|401.*\/rest\/v1\/)/,
})

test('changing the password requires the current password and signs other devices out', async ({
  page,
  anotherBrowser,
}) => {
  await page.goto('/')
  const email = await signUp(page, 'pia')
  const elsewhere = await anotherBrowser()
  await elsewhere.goto('/')
  await signIn(elsewhere, email)

  await page.goto('/profile')
  await page.getByRole('link', { name: 'security settings' }).click()
  await expect(page).toHaveURL('/profile/security')
  const section = page.getByRole('region', { name: 'Password' })
  const current = section.getByLabel('Current password')
  const next = section.getByLabel('New password')
  const change = section.getByRole('button', { name: 'Change Password' })

  await change.click()
  await expect(section.getByText('Please enter the current password')).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill('not the password')
  await next.fill('another long password')
  await change.click()
  await expect(section.getByRole('alert')).toHaveText('This is not your current password.')
  await expect(next).toHaveValue('another long password')

  await current.fill(password)
  await change.click()
  await expect(page.getByText('Your password was changed')).toBeVisible()
  await expect(current).toHaveValue('')
  await expect(page.getByText('You’re signed in only on this device.')).toBeVisible()

  await elsewhere.goto('/profile/security')
  await expect(elsewhere).toHaveURL('/')
  await signIn(elsewhere, email, 'another long password')
})

test('changing an unverified email requires only the password', async ({ page, signedUp }) => {
  const before = await signedUp('nora')
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Use a different email' }).click()
  await section.getByLabel('New email').fill(before.toUpperCase())
  await section.getByLabel('Current password').fill(password)
  await section.getByRole('button', { name: 'Change Email' }).click()
  await expect(section.getByRole('alert')).toContainText('This is already your email.')
  const email = newAddress('nora')
  await section.getByLabel('New email').fill(email)
  await section.getByLabel('Current password').fill('not the password')
  await section.getByRole('button', { name: 'Change Email' }).click()
  await expect(section.getByRole('alert')).toHaveText('This is not your current password.')
  await section.getByLabel('Current password').fill(password)
  await section.getByRole('button', { name: 'Change Email' }).click()
  await expect(section.getByText(email)).toBeVisible()
})

test('changing a verified email requires confirmation by email from both addresses, and every tab shows the new email', async ({
  page,
  context,
  signedIn,
  clients,
}) => {
  const { email } = await createVerifiedUser(clients, 'milo')
  await signedIn(email)
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Use a different email' }).click()
  const next = newAddress('milo')
  await section.getByLabel('New email').fill(next)
  await section.getByRole('button', { name: 'Change Email' }).click()
  await expect(section.getByText(`Your email will change to ${next}`)).toBeVisible()

  const tab = await context.newPage()
  const agree = tab.getByRole('button', { name: 'Confirm my email' })
  await tab.goto(accountLinkIn(await mailTo(page, next)))
  await agree.click()
  await expect(tab.getByRole('heading', { name: 'Halfway there' })).toBeVisible()
  await tab.goto(accountLinkIn(await mailTo(page, email)))
  await agree.click()
  await expect(tab.getByText(`Your email is now ${next}`)).toBeVisible()
  await expect(section.getByText('Your email will change')).toBeHidden()
  await expect(section.getByText(next, { exact: true })).toBeVisible()
})

test('an email address can be verified with a code sent to it', async ({
  page,
  context,
  signedUp,
}) => {
  const email = await signedUp('rosa')
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Email' })
  await expect(section.getByText('Not confirmed yet')).toBeVisible()
  const steps = page.getByRole('region', { name: 'Two-step verification' })
  await expect(steps.getByText('Before you turn it on, please')).toBeVisible()
  await section.getByRole('button', { name: 'Confirm my email' }).click()
  const field = section.getByLabel('Code from the email')
  await expect(field).toBeFocused()

  const outbox = await context.newPage()
  await openMail(outbox, email, `is your ${company.name} code`)
  const code = /\b\d{6}\b/.exec(await mailBody(outbox).innerText())?.[0] ?? ''
  await field.fill(code)
  await expect(section.getByText('Confirmed', { exact: true })).toBeVisible()
  const heading = section.getByRole('heading', { name: 'Email' })
  await expect(heading).toBeFocused()
  await expect(steps.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
  await expect(page.getByText('You’re signed in only on this device.')).toBeVisible()

  await section.getByRole('button', { name: 'Use a different email' }).click()
  await expect(section.getByLabel('New email')).toBeFocused()
  await section.getByRole('button', { name: 'Keep my current email' }).click()
  await expect(heading).toBeFocused()
})
