import { expect, test } from '../support/test.ts'

// The error itself is logged, too, by a script of ours.
test.use({ expectedConsoleErrors: [/status of 500|\/assets\//] })

test('a page that broke says so, and Refresh Page loads it anew', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  await page.route('**/explore.data*', (route) => route.fulfill({ status: 500, body: 'boom' }))
  await page.getByRole('link', { name: 'Explore Spaces' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()
  await expect(
    page.getByText("We're sorry, but something went wrong. Please try refreshing the page."),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Explore Spaces' })).toBeVisible()
})
