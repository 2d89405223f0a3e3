import { company } from '@hourspace/domain/company.ts'
import { expect, test } from '../support/test.ts'

// Disables JavaScript, because every-route.e2e.ts opens these screens with JavaScript.
test.use({ javaScriptEnabled: false, expectedConsoleErrors: /status of 404/ })

const unknown = {
  slug: '/space/no-such-room',
  id: '/space/00000000-0000-4000-8000-000000000000',
  'name no database can hold': '/space/%00',
}

test("a space URL with an unknown slug or id shows 'Space not found'", async ({ page }) => {
  for (const [kind, path] of Object.entries(unknown))
    await test.step(kind, async () => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: 'Space not found' })).toBeVisible()
      await expect(page).toHaveTitle(`Space not found · ${company.name}`)
    })
})

test('an unknown URL shows a not-found page with links', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).not.toHaveURL('/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
