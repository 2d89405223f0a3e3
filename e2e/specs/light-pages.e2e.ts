import type { Page } from '@playwright/test'
import { listSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

const KiB = 1024

/** What a page may fetch of JavaScript by itself, before anybody does anything (web/budget.json has the first view). */
const mostByItself = 190 * KiB

/** Opens a page and waits until it wants nothing more. Answers the bytes of its scripts, as they travelled. */
async function weigh(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'networkidle' })
  // The live feed begins when the browser is idle.
  await page.waitForTimeout(3_000)
  return page.evaluate(() => {
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = fetched.filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    const sizes = new Map(scripts.map(({ name, encodedBodySize }) => [name, encodedBodySize]))
    return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  })
}

test('pages that follow the marketplace stay light', async ({ page }) => {
  for (const path of ['/', '/new-york']) {
    const bytes = await weigh(page, path)
    // The feed's library is among them.
    expect(bytes).toBeGreaterThan(150 * KiB)
    expect(bytes).toBeLessThan(mostByItself)
  }
})

test('what is drawn stays while its code is on the way, and then works', async ({
  page,
  world,
}) => {
  const space = await listSpace(world)
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/space-booking-[^/]+\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto(space.path)
  const grid = page.getByRole('grid', { name: 'Weekly availability' })
  const drawn = await grid.elementHandle()
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(500)
  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(page.getByRole('heading', { name: 'Book this space' })).toBeVisible()

  code.resolve()
  const next = page.getByRole('button', { name: 'Next week' })
  const week = await grid.textContent()
  await expect(async () => {
    await next.click()
    expect(await grid.textContent()).not.toBe(week)
  }).toPass()
  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true)
})
