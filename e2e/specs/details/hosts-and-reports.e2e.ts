import { dialogs, phone, violations } from '../../support/axe.ts'
import { idOf, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test('the page of a host shows the profile and the spaces of the host', async ({
  page,
  signedIn,
  anotherBrowser,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedIn(space.hostEmail)
  await page.goto('/profile')
  await page.getByLabel('Full Name').fill('Hana Mori')
  await page.getByLabel(/^About you/).fill('I restore old workshops.')
  await page.getByLabel(/^Languages/).fill('Japanese')
  await expect(page.getByRole('button', { name: 'Remove Japanese' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your profile is saved')).toBeVisible()

  const visitor = await anotherBrowser()
  await visitor.setViewportSize(phone)
  await visitor.goto(space.path)
  await visitor.getByRole('link', { name: 'Hana Mori' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Hana Mori')
  await expect(visitor.getByText('I restore old workshops.')).toBeVisible()
  await expect(visitor.getByText('Speaks Japanese')).toBeVisible()
  await expect(visitor.getByRole('article').getByRole('link')).toHaveText(space.title)
  await expect(visitor.getByRole('article')).toContainText(/Free .+ from \d+:00/)
})

test('a user without a space has no public page', async ({ request, signedUp, clients }) => {
  const id = await idOf(clients, await signedUp('nobody'))
  expect((await request.get(`/hosts/${id}`)).status()).toBe(404)
})

test('an admin sees a report about a space, can resolve the report and can undo the resolution', async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('rita')
  await page.setViewportSize(phone)
  await page.goto(space.path)
  await page.getByRole('button', { name: 'Report this space' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await dialog.getByRole('radio', { name: 'It looks like a scam' }).check()
  await dialog.getByLabel(/^Details/).fill('The host asked for a bank transfer.')
  expect(await violations(page, dialogs)).toEqual([])
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('dialog', { name: 'Thank you for the report' })).toBeVisible()

  const admin = await browserOf('admin')
  await admin.goto('/admin')
  const report = admin.getByRole('listitem').filter({ hasText: space.title })
  await expect(report).toContainText('The host asked for a bank transfer.')
  await report.getByRole('button', { name: 'Resolve' }).click()
  await expect(report).toHaveCount(0)
  // The to-do list has the focus if no other test has reported a space.
  await expect(admin.locator('h2:focus')).toHaveText(/^(Reported spaces|To do)$/)
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(report).toHaveCount(1)
})
