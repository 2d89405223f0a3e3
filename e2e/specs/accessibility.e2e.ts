import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { chooseTime, dayInTokyo } from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { signUp } from '../support/people.ts'
import { visitScreens } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Each violation with the elements it concerns. */
async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('the eight main screens keep WCAG 2.2 A and AA', async ({ page, world }) => {
      test.slow()
      await visitScreens(page, world, (screen) =>
        test.step(screen.name, async () => {
          expect.soft(await violations(page), screen.name).toEqual([])
        }),
      )
    })

    test('so do the dialogs, the calendar and the payment', async ({ page, world }) => {
      const space = await listSpace(world)
      await page.goto(space.path)
      await page.getByRole('button', { name: 'Calendar' }).click()
      await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible()
      expect.soft(await violations(page), 'calendar').toEqual([])
      await page.keyboard.press('Escape')

      await chooseTime(page, { date: dayInTokyo(2), hours: 1, start: '9:00 AM' })
      await page.getByRole('button', { name: 'Continue to Payment' }).click()
      await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
      expect.soft(await violations(page), 'sign-in').toEqual([])

      await signUp(page, 'axel')
      await expect(page.getByLabel('Card number')).toBeVisible()
      expect.soft(await violations(page), 'payment').toEqual([])
    })
  })
}
