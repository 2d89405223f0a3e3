import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

// Ignores three console errors: the 500 response, the error that the crashed page logs, and the
// blocked access to sessionStorage. React Router's inline script reads the scroll position there.
test.use({ expectedConsoleErrors: /status of 500|\/assets\/|Access is denied/ })

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

test('public pages open in a browser that blocks site storage', async ({ page, clients }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  const { title, path } = await listSpace(clients)
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/')
  const homeTitle = await heading.textContent()
  // The sign-in button appears after the session check, which reads localStorage.
  const signIn = page.getByRole('button', { name: 'Sign In / Sign Up' })
  await expect(signIn).toBeVisible()
  await expect(heading).toHaveText(homeTitle!)

  await page.goto(path)
  await expect(signIn).toBeVisible()
  await expect(heading).toHaveText(title)
})
