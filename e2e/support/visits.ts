import { expect as expectSoon, type Locator, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import type { TestClients } from './instances.ts'

const expect = expectSoon.configure({ timeout: 20_000 })

async function expectReady(page: Page): Promise<void> {
  const corner = page.getByRole('banner').getByRole('button', {
    name: /^(Sign In \/ Sign Up|Account of .*|Menu)$/,
  })
  await expect(corner.first()).toBeVisible()
}

export const pathOf = ({ path }: Screen, clients: TestClients) =>
  typeof path === 'string' ? path : path(clients)

/** Opens a screen, waits until it has loaded, and returns its HTTP status. */
export async function openScreen(
  page: Page,
  screen: Screen,
  clients: TestClients,
): Promise<number> {
  await screen.arrange?.(page)
  const path = await pathOf(screen, clients)
  const response = await page.goto(path, { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1, name: screen.heading })).toHaveCount(1)
  await expectReady(page)
  return response?.status() ?? 0
}

/** Navigates with the client-side router, which is much faster than a full page load. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> }
    }
    return router.navigate(to)
  }, path)
}

/**
 * Presses each "Try again" in turn until `part` shows no error. A background request may remove an
 * error before its button is pressed.
 */
export async function tryAgain(part: Locator): Promise<void> {
  await expect(async () => {
    const button = part.getByRole('button', { name: 'Try again' }).first()
    if (await button.isVisible()) await button.click({ timeout: 2_000 })
    await expect(part.getByRole('alert')).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
}

export async function reachScreen(page: Page, screen: Screen, clients: TestClients): Promise<void> {
  await navigate(page, await pathOf(screen, clients))
  await expect(page.getByRole('heading', { level: 1, name: screen.heading })).toHaveCount(1)
}

export async function expectFilled(page: Page, { shows, nextStep }: Screen): Promise<void> {
  const main = page.getByRole('main')
  if (shows) await expect(main.getByText(shows, { exact: true }).first()).toBeVisible()
  if (nextStep)
    await expect(main.getByRole('link', { name: nextStep.link }).first()).toHaveAttribute(
      'href',
      nextStep.path,
    )
}

/** Opens a page and waits until its Realtime subscription to database changes is active. */
export async function openLive(page: Page, path: string): Promise<void> {
  const subscribed = page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('Subscribed to PostgreSQL'),
    }),
  )
  await page.goto(path)
  await subscribed
}
