import { accountLinkIn, codeIn, mailTo } from '../../support/mails.ts'
import { newAddress, password, createVerifiedUser } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

// Ignores the console errors for requests with a wrong password, a used link or a revoked session.
test.use({
  expectedConsoleErrors:
    /status of (403.*\/auth\/v1\/verify|40[03].*\/auth\/v1\/user|503.*\/auth\/v1\/user|401.*\/rest\/v1\/)/,
})

test('a user can sign out one device or all other devices, and changing the password signs out all other devices', async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const email = await signedUp('sami')
  const onPhone = clients.visitor()
  const signInOnPhone = () => onPhone.auth.signInWithPassword({ email, password })
  expect((await signInOnPhone()).error).toBeNull()
  const library = await browserOf({ email })

  await page.goto('/profile/security')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  const rows = sessions.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first().getByRole('button')).toBeHidden()

  await test.step('Signing out one device', async () => {
    // The list starts with the current device, followed by the device that signed in last.
    await rows.nth(1).getByRole('button', { name: 'Sign out' }).click()
    await expect(rows).toHaveCount(2)
    await library.goto('/my-bookings')
    await expect(library).toHaveURL('/')
    await expect(library.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  })

  await test.step('Signing out everywhere else', async () => {
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
    await expect(question).toContainText('One other device will be signed out')
    await question.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(sessions.getByText('You’re signed in only on this device.')).toBeVisible()
    await expect(sessions.getByRole('heading')).toBeFocused()
    expect((await onPhone.auth.getUser()).error).not.toBeNull()
  })

  await test.step('The activity list names the events', async () => {
    const events = page.getByRole('region', { name: 'Recent activity' })
    await expect(events.getByText('Account created')).toBeVisible()
    await expect(events.getByText('Signed in').first()).toBeVisible()
  })

  await test.step('Changing the password requires the current password', async () => {
    expect((await signInOnPhone()).error).toBeNull()
    const section = page.getByRole('region', { name: 'Password' })
    const current = section.getByLabel('Current password')
    const next = section.getByLabel('New password')
    const change = section.getByRole('button', { name: 'Change password' })
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
    await expect(sessions.getByText('You’re signed in only on this device.')).toBeVisible()
    expect((await onPhone.auth.getUser()).error).not.toBeNull()
    const again = await onPhone.auth.signInWithPassword({
      email,
      password: 'another long password',
    })
    expect(again.error).toBeNull()
  })

  await page.reload()
  const change = page.getByRole('listitem').filter({ hasText: 'Password changed' })
  await expect(change).toContainText('on Linux')
  await expect(page.getByText('Account details changed')).toBeHidden()
})

test('a user replaces an unverified email by entering the password, and verifies the new email with a code', async ({
  page,
  signedUp,
}) => {
  const before = await signedUp('nora')
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Email' })
  const heading = section.getByRole('heading', { name: 'Email' })
  const steps = page.getByRole('region', { name: 'Two-step verification' })
  await expect(section.getByText('Not confirmed yet')).toBeVisible()
  await expect(steps.getByText('Before you turn it on, please')).toBeVisible()

  await test.step('Changing the email requires a different email and the password', async () => {
    await section.getByRole('button', { name: 'Use a different email' }).click()
    await expect(section.getByLabel('New email')).toBeFocused()
    await section.getByRole('button', { name: 'Keep my current email' }).click()
    await expect(heading).toBeFocused()
    await section.getByRole('button', { name: 'Use a different email' }).click()
    await section.getByLabel('New email').fill(before.toUpperCase())
    await section.getByLabel('Current password').fill(password)
    await section.getByRole('button', { name: 'Change email' }).click()
    await expect(section.getByRole('alert')).toContainText('This is already your email.')
  })
  const email = newAddress('nora')
  await section.getByLabel('New email').fill(email)
  await section.getByLabel('Current password').fill('not the password')
  await section.getByRole('button', { name: 'Change email' }).click()
  await expect(section.getByRole('alert')).toHaveText('This is not your current password.')
  await section.getByLabel('Current password').fill(password)
  await section.getByRole('button', { name: 'Change email' }).click()
  await expect(section.getByText(email)).toBeVisible()

  await section.getByRole('button', { name: 'Confirm my email' }).click()
  const field = section.getByLabel('Code from the email')
  await expect(field).toBeFocused()
  await field.fill(codeIn(await mailTo(page, email)))
  await expect(section.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(heading).toBeFocused()
  await expect(steps.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
  await expect(page.getByText('You’re signed in only on this device.')).toBeVisible()
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
  await section.getByRole('button', { name: 'Change email' }).click()
  await expect(section.getByText(`Your email will change to ${next}`)).toBeVisible()

  const tab = await context.newPage()
  const agree = tab.getByRole('button', { name: 'Confirm my email' })
  await tab.goto(accountLinkIn(await mailTo(page, next)))
  await agree.click()
  await expect(tab.getByRole('heading', { name: 'Halfway there' })).toBeVisible()
  const lastLink = accountLinkIn(await mailTo(page, email))
  await tab.goto(lastLink)
  await agree.click()
  await expect(tab.getByText(`Your email is now ${next}`)).toBeVisible()
  await expect(section.getByText('Your email will change')).toBeHidden()
  await expect(section.getByText(next, { exact: true })).toBeVisible()

  await tab.goto(lastLink)
  await agree.click()
  await expect(tab.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await tab.getByRole('link', { name: 'Continue' }).click()
  await expect(tab).toHaveURL('/profile/security')
})

test('cancelling an email change keeps the current email and invalidates the link sent to the new email', async ({
  page,
  context,
  signedIn,
  clients,
}) => {
  const { email } = await createVerifiedUser(clients, 'lena')
  await signedIn(email)
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Use a different email' }).click()
  const next = newAddress('lena')
  await section.getByLabel('New email').fill(next)
  await section.getByRole('button', { name: 'Change email' }).click()
  const link = accountLinkIn(await mailTo(page, next))
  await section.getByRole('button', { name: 'Cancel email change' }).click()
  await expect(page.getByText('Your email stays the same')).toBeVisible()
  await expect(section.getByText('Your email will change')).toBeHidden()
  await expect(section.getByRole('heading', { name: 'Email' })).toBeFocused()

  const tab = await context.newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(tab.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await page.reload()
  await expect(section.getByText(email, { exact: true })).toBeVisible()
  await expect(section.getByText('Your email will change')).toBeHidden()
})

test('cancelling an email change that has already completed shows the new email', async ({
  page,
  signedIn,
  clients,
}) => {
  const { email, auth } = await createVerifiedUser(clients, 'lara')
  const next = newAddress('lara')
  expect((await auth.updateUser({ email: next })).error).toBeNull()
  await signedIn(email)
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Email' })
  await expect(section.getByText('Your email will change')).toBeVisible()
  const { data } = await auth.getUser()
  const { error } = await clients.server.auth.admin.updateUserById(data.user!.id, { email: next })
  expect(error).toBeNull()

  await section.getByRole('button', { name: 'Cancel email change' }).click()
  await expect(page.getByText(`Your email had already changed to ${next}`)).toBeVisible()
  await expect(section.getByText(next, { exact: true })).toBeVisible()
})

test('if an email change is cancelled but the result fails to load, the page says that the change may already be confirmed', async ({
  page,
  signedIn,
  clients,
}) => {
  const { email, auth } = await createVerifiedUser(clients, 'levi')
  expect((await auth.updateUser({ email: newAddress('levi') })).error).toBeNull()
  await signedIn(email)
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Email' })
  await expect(section.getByText('Your email will change')).toBeVisible()
  const users = /\/auth\/v1\/user/
  await page.route(users, (route) => route.fulfill({ status: 503 }))
  await section.getByRole('button', { name: 'Cancel email change' }).click()
  await expect(
    page.getByText('The change was cancelled, unless it was already confirmed'),
  ).toBeVisible()
  await page.unroute(users)
  await page.reload()
  await expect(section.getByText(email, { exact: true })).toBeVisible()
  await expect(section.getByText('Your email will change')).toBeHidden()
})
