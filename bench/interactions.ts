import { chromium, type Page } from '@playwright/test'
import { browserExecutable } from '../e2e/support/browser.ts'
import { startProduct } from './product.ts'

/**
 * `npm run bench interactions.ts` measures the time from an input to the next paint (Event Timing
 * API) on a phone-sized page with a CPU slowed down four times: typing in the search, selecting a
 * filter, selecting a free hour, opening a dialog. Then it measures, without slowdown, how soon
 * pages of a signed-in host show their data. Takes about a minute.
 */
const rounds = 5
const slowdown = 4

/** Interactions by name, each with the path of its page. */
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
    act: (page) => page.getByRole('button', { name: 'Studio' }).first().click(),
  },
  'choose hours in the grid': {
    path: '',
    act: (page) => page.locator('[data-state=free]').first().click(),
  },
  'open the sign-in dialog': {
    path: '/about',
    act: (page) =>
      page
        .getByRole('button', { name: /Sign In/ })
        .first()
        .click(),
  },
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

/** Returns the milliseconds from the navigation to the last response of the data API. */
async function dataShown(page: Page, url: string): Promise<number> {
  const started = performance.now()
  let last = NaN
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/')) last = performance.now() - started
  })
  await page.goto(url)
  while (!(performance.now() - started - last > 1_000)) await page.waitForTimeout(100)
  return last
}

const product = await startProduct()
const browser = await chromium.launch({ executablePath: browserExecutable() })
try {
  const explore = await (await fetch(`${product.url}/explore`)).text()
  const space = /href="(\/space\/[^"]+)"/.exec(explore)?.[1] ?? '/explore'
  const paints: Record<string, object> = {}
  for (const [name, { path, act }] of Object.entries(interactions)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 412, height: 823 } })
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      times.push(await nextPaint(page, product.url + (path || space), act))
      await page.close()
    }
    paints[name] = { 'median ms': median(times), 'slowest ms': Math.max(...times) }
  }
  console.table(paints)

  const response = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: product.keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@hourspace.demo', password: 'hourspace-demo' }),
  })
  const session = await response.text()
  const shown: Record<string, object> = {}
  for (const path of ['/my-bookings', '/my-listings', '/dashboard', '/profile']) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext()
      await context.addInitScript((value) => {
        localStorage.setItem('hourspace-session', value)
      }, session)
      times.push(await dataShown(await context.newPage(), product.url + path))
      await context.close()
    }
    shown[path] = {
      'median ms': Math.round(median(times)),
      'slowest ms': Math.round(Math.max(...times)),
    }
  }
  console.table(shown)
} finally {
  await browser.close()
  await product.stop()
}
process.exit()
