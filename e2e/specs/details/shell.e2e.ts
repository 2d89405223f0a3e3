import { company } from '@hourspace/domain/company.ts'
import type { Page } from '@playwright/test'
import { signUp } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

const linksOf = (page: Page, landmark: 'contentinfo' | 'navigation', name?: string) =>
  page.getByRole(landmark, name ? { name } : {}).getByRole('link')

// Checks only the URLs of the links. without-javascript.e2e.ts opens all links.
test('the footer links to every company page, and its social links share the site', async ({
  page,
}) => {
  await page.goto('/about')
  const logo = page.getByRole('banner').getByRole('link', { name: `${company.name}, home` })
  await expect(logo).toHaveAttribute('href', '/')
  const links = await linksOf(page, 'contentinfo').evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  )
  const inside = links.filter((href) => href.startsWith('/'))
  for (const path of ['/careers', '/press', '/blog', '/help', '/safety', '/cancellation'])
    expect(inside).toContain(path)
  for (const path of ['/covid19', '/privacy', '/terms', '/cookies', '/sitemap', '/new-york'])
    expect(inside).toContain(path)

  expect(links).toContain(`mailto:${company.email}`)
  const shared = encodeURIComponent(new URL(page.url()).origin)
  for (const href of links.filter((link) => link.startsWith('https:')))
    expect(href).toContain(shared)
  await expect(page.getByRole('contentinfo').getByRole('textbox', { name: /mail/ })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('only signed-in users see a menu button and the additional links of the bottom bar', async ({
    page,
  }) => {
    await page.goto('/about')
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
    const bar = linksOf(page, 'navigation', 'Bottom')
    await expect(bar).toHaveText(['Home', 'Explore', 'About', 'Contact'])
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden()

    await signUp(page, 'shelly')
    await expect(bar).toHaveText(['Home', 'Explore', 'List A Space', 'About', 'Contact'])
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    for (const name of ['Dashboard', 'List A Space', 'My Bookings'])
      await expect(page.getByRole('menuitem', { name })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(bar).toHaveText(['Home', 'Explore', 'About', 'Contact'])
  })

  // A 320 px wide window has the layout of a 1280 px wide window at 400% zoom. All sizes are in
  // rem, so a 195 px wide window has the layout of a 390 px wide phone with text at 200%.
  test('on a phone, the bars at the bottom of the screen never cover the focused control', async ({
    page,
  }) => {
    for (const path of ['/help', '/explore']) {
      await page.goto(path)
      const main = page.getByRole('main')
      await main.locator('input:visible').first().focus()
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab')
        const focused = page.locator(':focus')
        if ((await main.locator(focused).count()) === 0) break
        const covering = await focused.evaluate((element) => {
          const { left, right, bottom } = element.getBoundingClientRect()
          const middle = Math.min(innerWidth - 1, Math.max(0, (left + right) / 2))
          const top = document.elementFromPoint(middle, bottom - 4)
          return element.contains(top) || top?.contains(element) ? null : (top?.outerHTML ?? '')
        })
        expect(covering, await focused.ariaSnapshot()).toBeNull()
      }
    }
  })

  test("a user's pages fit screens of 320 and 195 px, and their menu button stays in view", async ({
    page,
  }) => {
    await page.goto('/about')
    await signUp(page, 'shelly')
    for (const width of [320, 195]) {
      await page.setViewportSize({ width, height: 500 })
      for (const path of ['/my-bookings', '/profile']) {
        await page.goto(path)
        const menu = page.getByRole('button', { name: 'Menu', exact: true })
        await expect(menu).toBeInViewport({ ratio: 1 })
        const shown = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(shown, `${path} at ${width} px`).toBeLessThanOrEqual(width)
        const tabs = page.getByRole('navigation', { name: 'Your account' })
        await expect(tabs.getByRole('link', { name: 'Inbox' })).toHaveCSS('height', '48px')
      }
    }
  })
})

test("the browser's theme-color follows the chosen theme", async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  const barColor = () =>
    page.locator('meta[name=theme-color]').evaluateAll((all) =>
      all
        .filter((meta) => matchMedia((meta as HTMLMetaElement).media || 'all').matches)
        .map((meta) => (meta as HTMLMetaElement).content)
        .at(0),
    )
  const light = await barColor()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  const dark = await barColor()
  expect(dark).not.toBe(light)
  await page.reload()
  expect(await barColor()).toBe(dark)
})
