import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { listSpace } from '../support/market.ts'
import { bookingOfUser } from '../support/shown-records.ts'
import { expect, test } from '../support/test.ts'

const KiB = 1024

/** What a page may fetch of JavaScript by itself, before anybody does anything (web/budget.json has the first view). */
const mostByItself = 190 * KiB

/** Pages with a list of spaces, which they follow: the weightiest for visitors and for the signed-in. */
const followed = ['/', '/explore', '/new-york']

/** Pages that ask the backend at once; the charts of /admin come when they are scrolled to. */
const signedIn = [
  ['user', [...followed, '/my-bookings', '/profile', '/privacy/settings']],
  ['host', ['/dashboard', '/my-listings', '/create-listing']],
  ['admin', ['/admin']],
] as const

/** What brings the session and queries, and what brings the feed. */
const [session, feed] = [/\/persona-client-/, /\/spaces-live-/]

type Weight = { path: string; page: Page; bytes: number; scripts: string }

/** Opens each page in a tab of its own, beside the others, and waits until none wants anything more. */
async function weighAll(page: Page, paths: readonly string[]): Promise<Weight[]> {
  const tabs = await Promise.all(paths.map(() => page.context().newPage()))
  return Promise.all(tabs.map((tab, index) => weigh(tab, paths[index]!)))
}

/** Answers a page's scripts and their bytes, gzipped; they travel smaller where the browser takes brotli. */
async function weigh(page: Page, path: string): Promise<Weight> {
  const scripts = new Map<string, Promise<number>>()
  const weighScript = (response: Response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    )
  }
  page.on('response', weighScript)
  await page.goto(path, { waitUntil: 'networkidle' })
  // The live feed begins when the browser is idle.
  await page.waitForTimeout(3_000)
  page.off('response', weighScript)
  const sizes = await Promise.all(scripts.values())
  return {
    path,
    page,
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    scripts: [...scripts.keys()].join('\n'),
  }
}

test('pages that follow the marketplace stay light', async ({ page }) => {
  for (const { path, bytes, scripts } of await weighAll(page, followed)) {
    expect.soft(scripts, path).toMatch(feed)
    expect.soft(scripts, `${path}: a visitor has no session to look after`).not.toMatch(session)
    expect.soft(bytes, path).toBeLessThan(mostByItself)
  }
})

for (const [persona, paths] of signedIn) {
  test(`pages of a signed-in ${persona} stay light`, async ({ browserOf }) => {
    const weights = await weighAll(await browserOf(persona), paths)
    for (const { path, page, bytes, scripts } of weights) {
      await expect(page, 'shown, not led home').toHaveURL(path)
      expect.soft(scripts, path).toMatch(session)
      if (followed.includes(path)) expect.soft(scripts, path).toMatch(feed)
      expect.soft(bytes, path).toBeLessThan(mostByItself)
    }
  })
}

test('a space stays light for whoever is signed in, and so does what became of its booking', async ({
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const paths = [space.path, await bookingOfUser(clients)]
  for (const { path, bytes, scripts } of await weighAll(await browserOf('user'), paths)) {
    expect.soft(scripts, path).toMatch(session)
    expect.soft(bytes, path).toBeLessThan(mostByItself)
  }
})

test('what is drawn stays while its code is on the way, and then works', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
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
