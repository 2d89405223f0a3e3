import type { Page } from '@playwright/test'
import { cards, chooseTime, continueToPayment, dayInTokyo } from '../../support/booking.ts'
import { listSpace } from '../../support/market.ts'
import { password, signUp } from '../../support/accounts.ts'
import { startMonitoredInstance, type MonitoredInstance } from '../../support/monitored-instance.ts'
import { expect, test } from '../../support/test.ts'

type ErrorReport = {
  platform: string
  exception: { values: { type: string; value: string; mechanism: { handled: boolean } }[] }
  contexts: { trace: { trace_id: string } }
  environment: string
  transaction?: string
}
type TraceReport = {
  platform: string
  transaction: string
  contexts: { trace: { trace_id: string; span_id: string; parent_span_id?: string; op: string } }
  spans: { span_id: string }[]
}
type Recording = { events: { timestamp: number }[] }

test.describe('with a DSN', () => {
  test.describe.configure({ mode: 'serial' })
  test.use({ expectedConsoleErrors: /./ })

  let reported: MonitoredInstance
  test.beforeAll(async () => {
    test.setTimeout(360_000)
    reported = await startMonitoredInstance()
  })
  test.afterAll(() => reported.stop())

  const valueOf = (report: ErrorReport) => report.exception.values.at(-1)
  const errorSaying = (text: string) =>
    reported.sentry.waitFor<ErrorReport>('event', (report) =>
      Boolean(valueOf(report)?.value.includes(text)),
    )

  test('an uncaught exception in a page is reported without the email address in its message, and an error caught by the error screen is reported as handled', async ({
    page,
  }) => {
    await page.goto(`${reported.url}/about`)
    await page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('the lamp of liam@hourspace.demo went out')
      })
    })
    const report = await errorSaying('the lamp of')
    expect(report).toMatchObject({ platform: 'javascript', environment: 'e2e' })
    expect(valueOf(report)).toMatchObject({
      type: 'RangeError',
      value: 'the lamp of [removed] went out',
      mechanism: { handled: false },
    })

    await page.route(/\/explore\.data/, (route) =>
      route.fulfill({ contentType: 'text/x-script', body: 'no answer of ours' }),
    )
    await page.getByRole('link', { name: 'Explore' }).first().click()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
    await reported.sentry.waitFor<ErrorReport>(
      'event',
      (report) => report.platform === 'javascript' && valueOf(report)?.mechanism.handled === true,
    )
  })

  test('an exception on the server is reported exactly once', async ({ page }) => {
    const space = await listSpace(reported.clients)
    await reported.sql`revoke select on public.spaces from anon`
    const response = await page.goto(`${reported.url}${space.path}`)
    await reported.sql`grant select on public.spaces to anon`
    expect(response?.status()).toBe(500)
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()

    const report = await errorSaying('permission denied for table spaces')
    expect(report).toMatchObject({ platform: 'node', environment: 'e2e' })
    // Causes one more error. The browser sends reports in order, so all earlier reports have
    // arrived when the report of this error arrives.
    await page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('end of the server error test')
      })
    })
    const last = await errorSaying('end of the server error test')
    const sameTrace = reported.sentry
      .payloads<ErrorReport>('event')
      .filter((event) => event.contexts.trace.trace_id === report.contexts.trace.trace_id)
    expect(sameTrace.map(valueOf)).toEqual([report, last].map(valueOf))
  })

  const visitTrace = (route: string) =>
    reported.sentry.waitFor<TraceReport>(
      'transaction',
      ({ contexts, transaction }) => contexts.trace.op === 'pageload' && transaction === route,
    )

  test('a missing page is not reported as an error, and the browser and server traces of a page share a trace id and contain no query values', async ({
    page,
  }) => {
    const before = reported.sentry.payloads('event').length
    await page.goto(`${reported.url}/space/no-such-room`)
    await expect(page.getByRole('heading', { name: 'Space not found' })).toBeVisible()
    await visitTrace('/space/:id')
    expect(reported.sentry.payloads('event')).toHaveLength(before)

    await page.goto(`${reported.url}/newsletter?campaign=a-secret-of-mine`)
    const inBrowser = await visitTrace('/newsletter')
    const { trace_id: traceId, parent_span_id: parent } = inBrowser.contexts.trace
    const onServer = await reported.sentry.waitFor<TraceReport>(
      'transaction',
      ({ platform, contexts }) => platform === 'node' && contexts.trace.span_id === parent,
    )
    expect(onServer.transaction).toBe('GET /newsletter')
    expect(onServer.contexts.trace).toMatchObject({ trace_id: traceId, op: 'http.server' })
    expect(JSON.stringify([inBrowser, onServer])).not.toContain('a-secret-of-mine')
  })

  test('no replay code is loaded before a user allows session replays in Privacy Settings, or after the user withdraws this consent', async ({
    page,
  }) => {
    let scripts: Promise<string>[] = []
    page.on('response', (response) => {
      // Ignores scripts whose body can no longer be read because the page has been left.
      if (response.url().endsWith('.js')) scripts.push(response.text().catch(() => ''))
    })
    const open = async () => {
      scripts = []
      // Waits for the trace of the page load. If the Sentry SDK loads the replay recorder, it does
      // so one second before it sends the trace.
      const traced = page.waitForRequest((request) =>
        Boolean(request.postData()?.includes('"type":"transaction"')),
      )
      await page.goto(`${reported.url}/privacy/settings`)
      await traced
    }
    const replayCode = async () => {
      const texts = await Promise.all(scripts)
      return texts.filter((text) => text.includes('sentryReplaySession')).length
    }
    await page.goto(`${reported.url}/about`)
    await signUp(page, 'rosa')
    await open()
    expect(await replayCode()).toBe(0)
    const allow = page.getByRole('switch', { name: 'Allow replays' })
    await expect(allow).not.toBeChecked()
    await allow.click()
    await open()
    await expect.poll(replayCode).toBe(1)
    await expect(allow).toBeChecked()
    await allow.click()
    await open()
    expect(await replayCode()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('hourspace-replays'))).toBeNull()
  })

  test('a session recording contains no text of the page, no input and no card fields', async ({
    page,
  }) => {
    const space = await listSpace(reported.clients)
    await page.addInitScript(() => localStorage.setItem('hourspace-replays', 'true'))
    await page.goto(`${reported.url}${space.path}`)
    const email = await signUp(page, 'rita')
    await chooseTime(page, { date: dayInTokyo(3), hours: 1, start: '2:00 PM' })
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    const fullName = 'Rita Vasquez'
    await page.getByLabel('Your name').fill(fullName)
    await continueToPayment(page)
    await page.getByLabel('Card number').fill(cards.succeeds)
    await page.getByLabel('Security code').fill('9713')
    const words = [
      ...(await wordsOf(page)),
      space.title,
      email,
      fullName,
      password,
      cards.succeeds,
      '9713',
    ]
    const filledAt = Date.now()
    await page.getByRole('heading', { level: 1 }).click()

    const isLater = ({ events }: Recording) => events.some((event) => event.timestamp >= filledAt)
    await reported.sentry.waitFor<Recording>('replay_recording', isLater)
    const recordings = [
      reported.sentry.payloads('replay_recording'),
      reported.sentry.payloads('replay_event'),
    ]
    const recorded = JSON.stringify(recordings)
    const texts = textsIn(recordings)
    expect(recorded).toContain('"tagName":"h1"')
    expect(recorded).toContain('*****')
    expect(words.length).toBeGreaterThan(20)
    expect(words.filter((word) => isAmong(word, texts))).toEqual([])
    expect(recorded, "the card's own fields").not.toContain('sbx-card')
  })
})

test('without a DSN, no Sentry code is loaded and no request leaves the site', async ({
  page,
  baseURL,
}) => {
  const scripts: Promise<string>[] = []
  const elsewhere: string[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(`${baseURL}/`)) elsewhere.push(response.url())
    else if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await page.goto('/about', { waitUntil: 'load' })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  // When idle, the page requests more scripts. The response to this fetch arrives after these
  // scripts.
  await page.evaluate(() => fetch('/robots.txt').then((response) => response.text()))
  await expect.poll(() => scripts.length).toBeGreaterThan(5)
  expect(elsewhere).toEqual([])
  expect(scripts.length).toBeGreaterThan(5)
  expect((await Promise.all(scripts)).filter((text) => text.includes('sentry.'))).toEqual([])
})

async function wordsOf(page: Page): Promise<string[]> {
  const texts = await page.locator('h1, h2, h3, p, a, button, label').allInnerTexts()
  const phrases = texts.flatMap((text) => text.split('\n')).map((text) => text.trim())
  return [...new Set(phrases)].filter((text) => text.length > 6 && text.includes(' '))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/**
 * Returns whether a word was recorded. A number counts only as a separate word, because ids and
 * hashes may contain any four digits.
 */
function isAmong(word: string, texts: readonly string[]): boolean {
  if (!/^\d+$/.test(word)) return texts.some((text) => text.includes(word))
  const alone = new RegExp(`(?<!\\w)${word}(?!\\w)`)
  return texts.some((text) => alone.test(text))
}
