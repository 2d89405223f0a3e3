import { expect as expectSoon, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { isFor, screens } from './screens.ts'
import type { Persona } from './sessions.ts'
import type { TestClients } from './instances.ts'

/** The first visit to a screen of a busy machine may take its time. */
const expect = expectSoon.configure({ timeout: 20_000 })

/** The corner of the header knows who is looking; until then nothing can be used. */
export async function expectReady(page: Page): Promise<void> {
  const corner = page.getByRole('banner').getByRole('button', {
    name: /^(Sign In \/ Sign Up|Account of .*|Menu)$/,
  })
  await expect(corner.first()).toBeVisible()
}

const pathOf = ({ path }: Screen, clients: TestClients) =>
  typeof path === 'string' ? path : path(clients)

/** Opens a screen as somebody it is for; ends when everything on it is there. Answers its status. */
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

/** Goes from one screen to another as following a link does, which is much sooner than opening it. */
export async function reachScreen(page: Page, screen: Screen, clients: TestClients): Promise<void> {
  const path = await pathOf(screen, clients)
  await page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> }
    }
    return router.navigate(to)
  }, path)
  await expect(page.getByRole('heading', { level: 1, name: screen.heading })).toHaveCount(1)
}

/** What arrives last on the screen of the person it is meant for. */
export async function expectFilled(page: Page, { shows }: Screen): Promise<void> {
  if (!shows) return
  await expect(page.getByRole('main').getByText(shows, { exact: true }).first()).toBeVisible()
}

/** Screens that a person is to see: all that are for them, but for what belongs to somebody else. */
export const screensOf = (persona: Persona): Screen[] =>
  screens.filter(
    (screen) => isFor(screen, persona) && (!screen.isPersonal || screen.who === persona),
  )
