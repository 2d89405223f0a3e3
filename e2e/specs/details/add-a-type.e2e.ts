import { violations } from '../../support/axe.ts'
import { createVerifiedUser, signIn } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

// Ignores the console error for the 409 response to a type ID that already exists.
test.use({ expectedConsoleErrors: /status of 409/ })

test('a signed-in user with a verified email can add a space type', async ({ page, clients }) => {
  const { email } = await createVerifiedUser(clients, 'tara')
  await page.goto('/explore')
  const opener = page.getByRole('button', { name: 'Add Type' })
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  await expect(opener).toBeHidden()
  await signIn(page, email)

  await opener.click()
  const id = page.getByLabel('Type ID')
  const add = page.locator('form').getByRole('button', { name: 'Add Type' })
  await expect(page.getByText('Only lowercase letters, numbers, and hyphens')).toBeVisible()
  await id.fill('tree house')
  await add.click()
  await expect(id).toHaveAccessibleDescription('Only lowercase letters, numbers, and hyphens')
  await expect(id).toHaveAttribute('aria-invalid', 'true')
  expect(await violations(page, 'main form')).toEqual([])
  await expect(page.getByLabel('Display Name')).toHaveAccessibleDescription(
    'Please enter a display name',
  )

  const name = `Tree-House-${process.pid}-${Date.now()}`
  await id.fill(name)
  await page.getByLabel('Display Name').fill(name)
  await add.click()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(opener).toBeFocused()
  const stored = await clients.server
    .from('space_types')
    .select('label')
    .eq('name', name.toLowerCase())
  expect(stored.data).toEqual([{ label: name }])

  await opener.click()
  await id.fill(name)
  await page.getByLabel('Display Name').fill('Another')
  await add.click()
  await expect(page.getByText('A type with this ID already exists')).toBeVisible()
  await expect(id).toHaveValue(name.toLowerCase())
  await clients.server.from('space_types').delete().eq('name', name.toLowerCase()).throwOnError()
})

test.describe('without a verified email', () => {
  test.use({ expectedConsoleErrors: /status of 403.*\/rest\/v1\/space_types/ })

  test('on a tablet, "Add Type" is visible without scrolling and asks a user without a verified email to verify the email first', async ({
    page,
    signedUp,
  }) => {
    await signedUp('unverified')
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto('/explore')
    const opener = page.getByRole('button', { name: 'Add Type' })
    await expect(opener).toBeInViewport({ ratio: 1 })
    await opener.click()
    await page.getByLabel('Type ID').fill('unverified-type')
    const label = page.getByLabel('Display Name')
    const add = page.locator('form').getByRole('button', { name: 'Add Type' })
    await label.fill('Visit evil.com')
    await add.click()
    await expect(label).toHaveAccessibleDescription(/^Links, email addresses/)
    await label.fill('Unverified')
    await add.click()
    await expect(page.getByText('Please verify your email first')).toBeVisible()
    await page.getByRole('link', { name: 'Open Profile > Security' }).click()
    await expect(page).toHaveURL(/\/profile\/security/)
  })
})
