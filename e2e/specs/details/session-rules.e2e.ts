import type { BrowserContext, Page } from '@playwright/test'
import type { TestClients } from '../../support/instances.ts'
import { demoAccounts } from '../../support/sessions.ts'
import { expect, test } from '../../support/test.ts'

/**
 * Tests how auth-js refreshes, keeps and removes a session. Most tests move the page's clock an
 * hour ahead, so that auth-js treats the access token as expired.
 */
const name = demoAccounts.user.fullName

type Stored = { access_token: string; refresh_token: string; expires_at: number }

const stored = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('hourspace-session') ?? 'null') as Stored | null,
  )
const account = (page: Page) => page.getByRole('button', { name })

function watchRefreshes(context: BrowserContext): { status: number; at: number }[] {
  const answers: { status: number; at: number }[] = []
  context.on('response', (response) => {
    if (!response.url().includes('grant_type=refresh_token')) return
    // Uses the start time of the request, because the response event may arrive late.
    answers.push({ status: response.status(), at: response.request().timing().startTime })
  })
  return answers
}

async function openLater(page: Page, path = '/my-bookings'): Promise<void> {
  await page.context().clock.install()
  await page.goto(path)
  await expect(account(page)).toBeVisible()
}

test('two tabs with an expired token refresh concurrently and both stay signed in', async ({
  browserOf,
  clients,
}) => {
  const one = await browserOf('user')
  await one.goto('/my-bookings')
  await expect(account(one)).toBeVisible()
  const other = await one.context().newPage()
  await other.goto('/dashboard')
  await expect(account(other)).toBeVisible()
  // Changes the stored expiry instead of the clock, because a changed clock would make new tokens
  // seem expired too.
  await one.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('hourspace-session') ?? '{}') as object
    const expired = { ...session, expires_at: 1 }
    localStorage.setItem('hourspace-session', JSON.stringify(expired))
  })
  const refreshes = watchRefreshes(one.context())
  await Promise.all([one.reload(), other.reload()])
  for (const tab of [one, other]) await expect(account(tab)).toBeVisible()
  await expect(one.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible()

  const [session, same] = [await stored(one), await stored(other)]
  expect(refreshes.map(({ status }) => status)).toContain(200)
  expect(session).toEqual(same)
  const { data, error } = await clients
    .visitor()
    .auth.refreshSession({ refresh_token: session!.refresh_token })
  expect(error).toBeNull()
  expect(data.session).not.toBeNull()
})

test.describe('unavailable auth service', () => {
  test.use({
    expectedConsoleErrors: /status of 50[234]|ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket/,
  })

  test('an access token is refreshed shortly before it expires, with backoff after status 502, 503 or 504', async ({
    browserOf,
  }) => {
    const page = await browserOf('user')
    const answers = watchRefreshes(page.context())
    const failures = [502, 503, 504]
    await page.context().route('**/auth/v1/token?grant_type=refresh_token', (route) => {
      const status = failures.shift()
      return status ? route.fulfill({ status, body: 'gateway' }) : route.continue()
    })
    await openLater(page)
    const before = await stored(page)
    await page.clock.fastForward('50:00')
    await page.clock.runFor('01:00')
    expect(answers).toEqual([])
    await page.clock.fastForward('08:00')
    await expect
      .poll(() => answers.slice(0, 4).map(({ status }) => status))
      .toEqual([502, 503, 504, 200])
    const pauses = [1, 2, 3].map((nth) => answers[nth]!.at - answers[nth - 1]!.at)
    for (const [nth, pause] of pauses.entries())
      expect(pause).toBeGreaterThanOrEqual(190 * 2 ** nth)
    await expect
      .poll(async () => (await stored(page))?.refresh_token)
      .not.toBe(before?.refresh_token)
    await expect(account(page)).toBeVisible()
  })

  test('a token that expires while offline does not sign the user out', async ({ browserOf }) => {
    const page = await browserOf('user')
    const answers = watchRefreshes(page.context())
    await openLater(page)
    await page.context().setOffline(true)
    await page.clock.fastForward('01:01:00')
    await page.clock.runFor('01:00')
    await expect(account(page)).toBeVisible()
    expect(await stored(page)).not.toBeNull()
    expect(answers).toEqual([])
    await page.context().setOffline(false)
    await page.clock.runFor('01:00')
    await expect.poll(() => answers[0]?.status).toBe(200)
    await page.goto('/my-bookings')
    await expect(account(page)).toBeVisible()
  })
})

test.describe('non-retryable refresh failure', () => {
  // A tab that has not yet been notified of the revoked session may send one more request.
  test.use({ expectedConsoleErrors: /status of (400|401.*\/rest\/v1\/)|User Banned/ })

  test('a non-retryable refresh failure removes the session in every tab', async ({
    browserOf,
    clients,
  }) => {
    const page = await browserOf('user')
    await openLater(page, '/contact')
    const other = await page.context().newPage()
    await other.goto('/about')
    await expect(account(other)).toBeVisible()
    const { access_token } = (await stored(page))!
    await clients.visitor().auth.admin.signOut(access_token, 'local')
    // Brings the tab to the front, because a background tab does not refresh its token.
    await page.bringToFront()
    // Moves the clock past the expiry in one step. If a refresh failed before the expiry, the
    // client would keep the session and retry only a minute later.
    await page.clock.fastForward('01:01:00')
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
    }
    expect(await stored(page)).toBeNull()
  })

  test('a user banned while signed in sees the ban in the sign-in dialog of every tab', async ({
    browserOf,
    clients,
  }) => {
    const page = await browserOf('new-user')
    await page.clock.install()
    await page.goto('/profile')
    await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/profile')
    await expect(other.getByRole('textbox', { name: 'Full Name' })).toBeVisible()
    const { access_token } = (await stored(page))!
    const { data } = await clients.visitor().auth.getUser(access_token)
    await clients.server.auth.admin.updateUserById(data.user!.id, { ban_duration: '24h' })
    await page.bringToFront()
    await page.clock.fastForward('01:01:00')
    await expect(page).toHaveURL(/\/$/)
    await expect(other.getByRole('dialog', { name: 'Sign In' }).getByRole('alert')).toHaveText(
      /^This account is suspended\./,
    )
    const dialog = page.getByRole('dialog', { name: 'Sign In' })
    await expect(dialog.getByRole('alert')).toHaveText(/^This account is suspended\./)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
    expect(await stored(page)).toBeNull()
  })
})

/**
 * Signs a user in with a separate client. Returns a URL fragment with the user's tokens. Its
 * `expires_at` is that of tokens issued `ageSeconds` seconds ago.
 */
async function tokensOf(clients: TestClients, email: string, ageSeconds = 0): Promise<string> {
  const { data } = await clients
    .visitor()
    .auth.signInWithPassword({ email, password: 'hourspace-demo' })
  const { access_token, refresh_token } = data.session!
  const params = new URLSearchParams({
    access_token,
    refresh_token,
    token_type: 'bearer',
    type: 'magiclink',
    expires_in: '3600',
    expires_at: String(Math.floor(Date.now() / 1000) + 3600 - ageSeconds),
  })
  return `#${String(params)}`
}

test('a session in a URL starts only after the user confirms it, even if it replaces the session of another user', async ({
  page,
  clients,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => void warnings.push(message.text()))
  const { email } = demoAccounts.user
  await test.step('The tokens may be older than 120 s', async () => {
    await page.goto(`/about${await tokensOf(clients, email, 200)}`)
    await expect(page.getByText(`This link signs you in as ${email}.`)).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/callback\?next=%2Fabout$/)
    expect(await stored(page)).toBeNull()
    await page.getByRole('button', { name: `Continue as ${email}` }).click()
    await expect(account(page)).toBeVisible()
    await expect(page).toHaveURL(/\/about$/)
    expect(warnings.join('\n')).toMatch(/issued over 120s ago/)
  })

  const before = await stored(page)
  const attacker = demoAccounts.host.email
  const link = `/auth/callback?next=/contact${await tokensOf(clients, attacker)}`
  await page.goto(link)
  await page.getByRole('button', { name: `Stay signed in as ${email}` }).click()
  await expect(account(page)).toBeVisible()
  expect((await stored(page))?.refresh_token).toBe(before?.refresh_token)

  await page.goto(link)
  await page.getByRole('button', { name: `Continue as ${attacker}` }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByRole('button', { name: demoAccounts.host.fullName })).toBeVisible()
})
