import { company } from '@hourspace/domain/company.ts'
import { phone, shell, violations } from '../../support/axe.ts'
import { launchOptions } from '../../support/browser.ts'
import type { Screen } from '../../support/screen.ts'
import { isFor, screens } from '../../support/screens.ts'
import type { Persona } from '../../support/sessions.ts'
import { expect, test } from '../../support/test.ts'
import { expectFilled, navigate, openScreen, pathOf, reachScreen } from '../../support/visits.ts'

const perTest = 12

const people: readonly Persona[] = ['visitor', 'new-user', 'user', 'host', 'admin']

const titleOf = ({ title }: Screen): RegExp =>
  title === ''
    ? new RegExp(`^${company.name}$`)
    : new RegExp(`^${title instanceof RegExp ? '.*' : title} · ${company.name}$`)

test.use({
  launchOptions: launchOptions({ webGL: true }),
  // Ignores the console errors for the 404 responses of the not-found screens.
  expectedConsoleErrors: /status of 404/,
})

for (const persona of people) {
  const own = screens.filter(({ who = 'visitor', isVariant }) => who === persona && !isVariant)
  for (let first = 0; first < own.length; first += perTest) {
    const shown = own.slice(first, first + perTest)
    const names = shown.map(({ name }) => name).join(', ')
    test(`screens of ${persona} have the expected status and title, fit a phone and meet WCAG 2.2 A and AA: ${names}`, async ({
      browserOf,
      clients,
    }) => {
      test.slow()
      const page = await browserOf(persona)
      for (const [index, screen] of shown.entries()) {
        await test.step(screen.name, async () => {
          // Uses client-side navigation where possible, which is faster than loading each screen.
          const go = index === 0 || screen.arrange ? openScreen : reachScreen
          await go(page, screen, clients)
          await expect.soft(page, screen.name).toHaveTitle(titleOf(screen))
          await expectFilled(page, screen)
          const status = (await page.request.get(await pathOf(screen, clients))).status()
          expect.soft(status, screen.name).toBe(screen.status ?? 200)
          // All sizes are in rem, so a window of half the width has the layout of a phone with text
          // at 200%.
          for (const width of [phone.width / 2, phone.width]) {
            await page.setViewportSize({ ...phone, width })
            const shown = await page.evaluate(() => document.documentElement.scrollWidth)
            expect.soft(shown, `${screen.name} at ${width} px`).toBe(width)
          }
          // Checks half of the screens in a desktop window and the other half in a phone window.
          if (index % 2 === 0) await page.setViewportSize({ width: 1280, height: 720 })
          // Checks header and footer only on the first two screens, because all screens share them.
          const except = index < 2 ? undefined : shell
          expect.soft(await violations(page, 'html', except), screen.name).toEqual([])
        })
      }
    })
  }
}

test('client-side navigation redirects visitors away from private screens, and hosts away from admin screens', async ({
  browserOf,
}) => {
  test.slow()
  for (const persona of ['visitor', 'host'] as const) {
    const page = await browserOf(persona)
    const closed = screens.filter(
      (screen) => !isFor(screen, persona) && (persona === 'host' || screen.who !== 'admin'),
    )
    const refusals = new Map(closed.map(({ path, refusal }) => [path, refusal]))
    expect(refusals.size).toBeGreaterThan(5)
    await page.goto('/about')
    for (const [path, refusal] of refusals) {
      if (typeof path !== 'string') continue
      await test.step(`${persona}: ${path}`, async () => {
        await navigate(page, path)
        if (refusal === 'sign-in') {
          const dialog = page.getByRole('dialog', { name: 'Sign In' })
          await expect(dialog, path).toBeVisible()
          await dialog.getByRole('button', { name: 'Close' }).click()
        }
        await expect(page, path).toHaveURL('/')
        // The URL changes before the home page replaces the screen.
        await expect(
          page.getByRole('heading', { level: 1, name: /^Hourspace/ }),
          path,
        ).toBeVisible()
      })
    }
  }
})

test('the URLs of private screens redirect visitors to the home page or open the sign-in dialog, and URLs of the admin area redirect hosts', async ({
  browserOf,
}) => {
  const visitor = await browserOf('visitor')
  for (const path of ['/dashboard', '/admin', '/admin/users']) {
    await visitor.goto(path)
    await expect(visitor, path).toHaveURL('/')
  }
  await visitor.goto('/create-listing')
  await expect(visitor.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  const host = await browserOf('host')
  await host.goto('/admin')
  await expect(host).toHaveURL('/')
})

test('the design system page returns 404 in production', async ({ request }) => {
  expect((await request.get('/_design')).status()).toBe(404)
})
