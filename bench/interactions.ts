import { chromium, type Locator, type Page } from '@playwright/test'
import { browserExecutable } from '../e2e/support/browser.ts'
import { navigate } from '../e2e/support/visits.ts'
import { startProduct } from './product.ts'

/**
 * `npm run bench -- interactions.ts` measures the time from an input to the next paint (Event
 * Timing API): typing in the search, selecting a filter, selecting a free hour, opening a dialog.
 * The window has the size of a phone, and the CPU is slowed down four times. Then, at full CPU
 * speed, it measures how soon private pages show the user's data: after full page loads (the first
 * with an empty browser cache) and after clicks on a link. Takes about three minutes.
 */
const rounds = 5
const slowdown = 4

/**
 * Interactions by name, each with the path of its page. An empty path means the page of a space.
 */
const interactions: Record<string, { path: string; act: (page: Page) => Promise<unknown> }> = {
  'type in the search': {
    path: '/explore',
    act: (page) =>
      page
        .getByRole('combobox', { name: 'Search spaces' })
        .pressSequentially('loft', { delay: 150 }),
  },
  'press a type filter': {
    path: '/explore',
    act: (page) => tap(page.getByRole('button', { name: 'Studio' })),
  },
  'choose hours in the grid': {
    path: '',
    act: (page) => tap(page.locator('[data-state=free]')),
  },
  'open the sign-in dialog': {
    path: '/about',
    act: (page) => tap(page.getByRole('button', { name: /Sign In/ })),
  },
}

/**
 * Taps the middle of the first matching element. Taps at coordinates, because the checks of
 * Playwright's own `tap` run in the slowed page and would count as its work.
 */
async function tap(locator: Locator): Promise<void> {
  const element = locator.first()
  await element.evaluate((found) => found.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const { x, y, width, height } = (await element.boundingBox())!
  await element.page().waitForTimeout(500)
  await element.page().touchscreen.tap(x + width / 2, y + height / 2)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Returns the longest time in milliseconds from an input to the next paint while `act` runs. */
async function nextPaint(page: Page, url: string, act: (page: Page) => Promise<unknown>) {
  await page.goto(url, { waitUntil: 'networkidle' })
  // Waits for hydration, which ends after the last request when the CPU is slow.
  await page.waitForTimeout(3_000)
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId) seen.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await act(page)
  await page.waitForTimeout(1_000)
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  // The Event Timing API does not report interactions shorter than 16 ms.
  return Math.max(16, ...seen)
}

/** Private pages, each with a demo user and an element that shows this user's data. */
const privatePages: Record<string, { email: string; data: string }> = {
  '/my-bookings': { email: 'liam@hourspace.demo', data: 'main h2 a[href^="/bookings/"]' },
  '/my-listings': { email: 'maya@hourspace.demo', data: 'main a[href^="/space/"]' },
  '/dashboard': { email: 'maya@hourspace.demo', data: 'main a[href^="/space/"]' },
  '/profile': { email: 'maya@hourspace.demo', data: 'main form[aria-label="Invoice details"]' },
}

/** Returns the milliseconds from the start of `go` until the page shows the user's data. */
async function dataShown(page: Page, data: string, go: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await go()
  // Checks for the element in each animation frame. A locator would check only every 500 ms.
  await page.waitForFunction((shown) => document.querySelector(shown) !== null, data)
  return performance.now() - started
}

const product = await startProduct()

async function sessionOf(email: string): Promise<string> {
  const response = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: product.keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'hourspace-demo' }),
  })
  return response.text()
}

const browser = await chromium.launch({ executablePath: browserExecutable() })
try {
  const explore = await (await fetch(`${product.url}/explore`)).text()
  const space = /href="(\/space\/[^"]+)"/.exec(explore)?.[1] ?? '/explore'
  const paints: Record<string, object> = {}
  for (const [name, { path, act }] of Object.entries(interactions)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const page = await browser.newPage({
        viewport: { width: 412, height: 823 },
        hasTouch: true,
        isMobile: true,
      })
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      times.push(await nextPaint(page, product.url + (path || space), act))
      await page.close()
    }
    paints[name] = { 'median ms': median(times), 'slowest ms': Math.max(...times) }
  }
  console.table(paints)

  const shown: Record<string, object> = {}
  for (const [path, { email, data }] of Object.entries(privatePages)) {
    const session = await sessionOf(email)
    const context = await browser.newContext()
    await context.addInitScript((value) => {
      localStorage.setItem('hourspace-session', value)
    }, session)
    const times: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const page = await context.newPage()
      const load = () => page.goto(product.url + path, { waitUntil: 'commit' })
      times.push(Math.round(await dataShown(page, data, load)))
      await page.close()
    }
    const links: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const page = await context.newPage()
      await page.goto(`${product.url}/favorites`, { waitUntil: 'networkidle' })
      links.push(Math.round(await dataShown(page, data, () => navigate(page, path))))
      await page.close()
    }
    await context.close()
    const [first, ...later] = times
    shown[path] = {
      'first load ms': first,
      'median load ms': median(later),
      'slowest load ms': Math.max(...later),
      'median link ms': median(links),
      'slowest link ms': Math.max(...links),
    }
  }
  console.table(shown)
} finally {
  await browser.close()
  await product.stop()
}
process.exit()
