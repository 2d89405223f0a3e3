import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { phone } from '../../support/axe.ts'
import { listSpace } from '../../support/market.ts'
import { bookingOfUser } from '../../support/shown-records.ts'
import { expect, test } from '../../support/test.ts'

const KiB = 1024

const budget = JSON.parse(
  readFileSync(new URL('../../../web/budget.json', import.meta.url), 'utf8'),
) as { idleKiB: number }

/**
 * Limit in bytes for the gzipped JavaScript that a page requests without user input. It includes
 * the scripts of the first view, which `npm run budget` checks too, and the scripts that the page
 * requests when idle.
 */
const limit = budget.idleKiB * KiB

const livePages = ['/', '/explore']

const pagesByPersona = [
  ['user', [...livePages, '/my-bookings', '/profile']],
  ['host', ['/dashboard', '/create-listing']],
  // The charts of /admin are not measured, because they load only when scrolled into view.
  ['admin', ['/admin']],
] as const

/** URL patterns of the scripts for authenticated queries and for Realtime. */
const [sessionScript, feedScript] = [/\/user-client-/, /\/spaces-live-/]

type Weight = { path: string; page: Page; bytes: number; scripts: string }

/**
 * Opens each page in its own tab, waits for the scripts that match `expected`, and measures the
 * size of all scripts.
 */
async function weighAll(
  page: Page,
  paths: readonly string[],
  expected: (path: string) => RegExp[],
): Promise<Weight[]> {
  const tabs = await Promise.all(paths.map(() => page.context().newPage()))
  return Promise.all(tabs.map((tab, index) => weigh(tab, paths[index]!, expected(paths[index]!))))
}

/** Measures the gzipped size of a page's scripts. Browsers that accept Brotli download less. */
async function weigh(page: Page, path: string, expected: RegExp[]): Promise<Weight> {
  const sizes = new Map<string, Promise<number>>()
  const inFlight = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') inFlight.add(request.url())
  })
  page.on('response', (response: Response) => {
    if (response.request().resourceType() !== 'script') return
    const size = response.body().then((body) => gzipSync(body).length)
    sizes.set(response.url(), size)
    void size.finally(() => inFlight.delete(response.url()))
  })
  // Uses a phone's screen size, because Explore loads its map on wide screens. The budget does not
  // include the map.
  await page.setViewportSize(phone)
  await page.goto(path)
  const scripts = () => [...sizes.keys()].join('\n')
  for (const script of expected)
    await expect.poll(scripts, { message: `${path} loads ${script}` }).toMatch(script)
  await expect(async () => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(inFlight.size).toBe(0)
  }).toPass()
  const bytes = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0)
  return { path, page, bytes, scripts: scripts() }
}

test('public pages with live lists stay within the JavaScript budget for visitors and load no session script', async ({
  page,
}) => {
  for (const { path, bytes, scripts } of await weighAll(page, livePages, () => [feedScript])) {
    expect.soft(scripts, path).not.toMatch(sessionScript)
    expect.soft(bytes, path).toBeLessThan(limit)
  }
})

for (const [persona, paths] of pagesByPersona) {
  test(`the pages ${paths.join(', ')} stay within the JavaScript budget for a signed-in ${persona}`, async ({
    browserOf,
  }) => {
    const expected = (path: string) =>
      livePages.includes(path) ? [sessionScript, feedScript] : [sessionScript]
    for (const { path, page, bytes } of await weighAll(await browserOf(persona), paths, expected)) {
      await expect(page, 'not redirected').toHaveURL(path)
      expect.soft(bytes, path).toBeLessThan(limit)
    }
  })
}

test('the pages of a space and of a booking stay within the JavaScript budget for a signed-in user', async ({
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const paths = [space.path, await bookingOfUser(clients)]
  const weights = await weighAll(await browserOf('user'), paths, () => [sessionScript])
  for (const { path, bytes } of weights) expect.soft(bytes, path).toBeLessThan(limit)
})
