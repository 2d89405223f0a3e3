import { expect, test } from '../../support/test.ts'

// Ignores the console errors for the 500 response and for the error that the crashed page logs.
test.use({ expectedConsoleErrors: /status of 500|\/assets\// })

test("a crashed page shows 'Something went wrong' and Refresh Page reloads it", async ({
  page,
}) => {
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
