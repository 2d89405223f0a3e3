import { company } from '@hourspace/domain/company.ts'
import { violations } from '../support/axe.ts'
import type { Screen } from '../support/screen.ts'
import { isFor, screens } from '../support/screens.ts'
import type { Persona } from '../support/sessions.ts'
import { expect, test } from '../support/test.ts'
import { expectFilled, openScreen, pathOf, reachScreen } from '../support/visits.ts'

const perTest = 12

const still = { reducedMotion: 'reduce' } as const
const phone = { ...still, viewport: { width: 390, height: 844 }, hasTouch: true }
const people: readonly Persona[] = ['visitor', 'new-user', 'user', 'host', 'admin']

const titleOf = ({ title }: Screen): RegExp =>
  title === ''
    ? new RegExp(`^${company.name}$`)
    : new RegExp(`^${title instanceof RegExp ? '.*' : title} · ${company.name}$`)

// Ignores the console errors for the 404 responses of the not-found screens.
test.use({ expectedConsoleErrors: /status of 404/ })

for (const persona of people) {
  const own = screens.filter(({ who = 'visitor' }) => who === persona)
  for (let first = 0; first < own.length; first += perTest) {
    const shown = own.slice(first, first + perTest)
    const names = shown.map(({ name }) => name).join(', ')
    test(`screens of ${persona} have the listed status and title, fit a phone and meet WCAG 2.2 A and AA: ${names}`, async ({
      browserOf,
      clients,
    }) => {
      test.slow()
      const pages = [await browserOf(persona, still), await browserOf(persona, phone)] as const
      for (const [index, screen] of shown.entries()) {
        await test.step(screen.name, async () => {
          const isPhone = index % 2 === 1
          const page = pages[isPhone ? 1 : 0]
          // Navigates on the client where possible, which is much faster than loading each screen.
          const go = index < pages.length || screen.arrange ? openScreen : reachScreen
          await go(page, screen, clients)
          await expect.soft(page, screen.name).toHaveTitle(titleOf(screen))
          await expectFilled(page, screen)
          const status = (await page.request.get(await pathOf(screen, clients))).status()
          expect.soft(status, screen.name).toBe(screen.status ?? 200)
          if (!isPhone) await page.setViewportSize(phone.viewport)
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          expect.soft(width, screen.name).toBe(phone.viewport.width)
          if (!isPhone) await page.setViewportSize({ width: 1280, height: 720 })
          expect.soft(await violations(page), screen.name).toEqual([])
        })
      }
    })
  }
}

for (const persona of ['visitor', 'host'] as const) {
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
