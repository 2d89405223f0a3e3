import { company } from '@hourspace/domain/company.ts'
import type { Screen } from '../support/screen.ts'
import { isFor, screens } from '../support/screens.ts'
import type { Persona } from '../support/sessions.ts'
import { expect, test } from '../support/test.ts'
import { expectFilled, openScreen, reachScreen, screensOf } from '../support/visits.ts'

const phone = { viewport: { width: 390, height: 844 } }

const titleOf = ({ title }: Screen): RegExp =>
  title === ''
    ? new RegExp(`^${company.name}$`)
    : new RegExp(`^${title instanceof RegExp ? '.*' : title} · ${company.name}$`)

// Ignores the console errors for the 404 responses of the not-found screens.
test.use({ expectedConsoleErrors: [/status of 404/] })

/**
 * Whether a persona loads a screen from the server. By default, only the persona that the screen is
 * for loads it; the others navigate to it on the client.
 */
const opens = (persona: Persona, screen: Screen) =>
  persona === (screen.who ?? 'visitor') || screen.arrange !== undefined

for (const persona of ['visitor', 'user', 'host', 'admin'] as const) {
  test(`every screen of the persona ${persona} has the expected status, title and heading and fits a phone screen`, async ({
    browserOf,
    clients,
  }) => {
    test.slow()
    const page = await browserOf(persona, phone)
    await page.goto('/about')
    for (const screen of screensOf(persona)) {
      await test.step(screen.name, async () => {
        if (opens(persona, screen)) {
          const status = await openScreen(page, screen, clients)
          expect.soft(status, screen.name).toBe(screen.status ?? 200)
        } else await reachScreen(page, screen, clients)
        await expect.soft(page, screen.name).toHaveTitle(titleOf(screen))
        if (persona === (screen.who ?? 'visitor')) await expectFilled(page, screen)
        const widths = await page.evaluate(() => document.documentElement.scrollWidth)
        expect.soft(widths, screen.name).toBe(phone.viewport.width)
      })
    }
  })
}

for (const persona of ['visitor', 'user', 'host'] as const) {
  test(`the persona ${persona} is redirected from screens that it may not open`, async ({
    browserOf,
  }) => {
    const page = await browserOf(persona)
    const closed = screens.filter((screen) => !isFor(screen, persona))
    const paths = new Map(closed.map(({ path, refusal }) => [path, refusal]))
    for (const [path, refusal] of paths) {
      if (typeof path !== 'string') continue
      await test.step(path, async () => {
        await page.goto(path)
        if (refusal === 'home') await expect(page, path).toHaveURL('/')
        else await expect(page.getByRole('dialog', { name: 'Sign In' }), path).toBeVisible()
      })
    }
    expect(paths.size).toBeGreaterThan(0)
  })
}

test('the design system page exists in development only', async ({ request }) => {
  expect((await request.get('/_design')).status()).toBe(404)
})
