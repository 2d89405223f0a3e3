import type { Page } from '@playwright/test'
import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

/** Opens a page and blocks its entry script, so that React does not hydrate the page. */
async function openWithoutHydration(page: Page, path: string): Promise<void> {
  await page.route(/\/entry\.client-[^/]+\.js$/, () => {})
  const requested = page.waitForRequest(/\/entry\.client-[^/]+\.js$/)
  await page.goto(path, { waitUntil: 'commit' })
  await requested
}

test('a search submitted before hydration opens the explore page with its results', async ({
  page,
}) => {
  await openWithoutHydration(page, '/')
  const search = page.getByRole('combobox', { name: 'Search by location' })
  await search.fill('tokyo')
  await search.press('Enter')
  await page.waitForURL(/\/explore\?q=tokyo/, { waitUntil: 'commit' })
  await expect(page.getByRole('article').first()).toContainText('Tokyo')
})

test('text typed into the search field before hydration stays and starts a search, and only a focused field shows suggestions', async ({
  page,
}) => {
  for (const { path, isLeft } of [
    { path: '/explore', isLeft: false },
    { path: '/new-york', isLeft: true },
  ]) {
    const hydration = Promise.withResolvers<void>()
    await page.unroute(/\/entry\.client-[^/]+\.js$/)
    await page.route(/\/entry\.client-[^/]+\.js$/, async (route) => {
      await hydration.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    const field = page.getByRole('combobox', { name: 'Search spaces' })
    await field.fill('loft')
    if (isLeft) await field.blur()
    hydration.resolve()
    await expect(page).toHaveURL(`${path}?q=loft`)
    await expect(field).toHaveValue('loft')
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toHaveCount(isLeft ? 0 : 1)
  }
})

test('a link clicked before hydration opens its page', async ({ page }) => {
  await openWithoutHydration(page, '/explore')
  const card = page.getByRole('article').first().getByRole('link')
  const title = await card.innerText()
  await card.click()
  await page.waitForURL(/\/space\//, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('"Ask the host" pressed before hydration opens the sign-in dialog after hydration, Back closes the dialog, and the next Back leaves the page', async ({
  page,
  clients,
}) => {
  const { path } = await listSpace(clients)
  await page.goto('/about')
  const hydration = Promise.withResolvers<void>()
  await page.route(/\/entry\.client-[^/]+\.js$/, async (route) => {
    await hydration.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Ask the host' }).click()
  hydration.resolve()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await expect(dialog).toContainText('to ask the host')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(path)

  await page.getByRole('link', { name: 'Ask the host' }).click()
  await expect(dialog).toContainText('to ask the host')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(path)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('the home, explore and city pages request their scripts after the first contentful paint', async ({
  page,
}) => {
  for (const path of ['/', '/explore', '/new-york'])
    await test.step(path, async () => {
      await page.goto(path)
      const { paint, scripts } = await page.evaluate(() => ({
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        scripts: performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      }))
      expect(scripts.length, path).toBeGreaterThan(3)
      expect(paint, path).toBeLessThan(Math.min(...scripts))
    })
})

test('a page opened in a hidden tab starts its scripts without waiting for a first paint', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    // Imitates a hidden tab, which the browser never paints. The page delays its scripts until the
    // first paint, except in a hidden tab.
    PerformanceObserver.prototype.observe = () => {}
  })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
