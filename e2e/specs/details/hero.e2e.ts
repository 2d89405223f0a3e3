import { company } from '@hourspace/domain/company.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/test.ts'

// Enables animations, which the other specs disable.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function expectSlide(page: Page, number: number): Promise<void> {
  const slides = page.getByRole('region', { name: 'What people book here' }).getByRole('group')
  await expect(slides.and(page.getByLabel(/of 10$/))).toHaveCount(1)
  await expect(page.getByRole('group', { name: `${number} of 10` })).toBeVisible()
}

/** Opens the home page with a stopped clock. Retries if the first slide is already gone. */
async function openStill(page: Page): Promise<void> {
  await page.clock.install()
  await expect(async () => {
    await page.clock.resume()
    await page.goto('/')
    await expect(button(page, 'Sign In / Sign Up')).toBeVisible()
    const now = await page.evaluate(() => Date.now())
    await page.clock.pauseAt(now + 2_000)
    await expect(page.getByRole('group', { name: '1 of 10' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectSlide(page, 1)
}

const live = (page: Page) => page.locator('[aria-roledescription=carousel] [aria-live]')

test('hero slides wrap around, advance every 5 s unless paused, hovered or focused, and ignore input for 1 s after each change', async ({
  page,
}) => {
  await openStill(page)
  await expect(live(page)).toHaveAttribute('aria-live', 'off')
  await page.clock.runFor(5_000)
  await expectSlide(page, 2)

  await page.getByRole('group', { name: '2 of 10' }).hover()
  await page.clock.runFor(10_000)
  await expectSlide(page, 2)
  await expect(live(page)).toHaveAttribute('aria-live', 'polite')

  await page.mouse.move(0, 0)
  await page
    .getByRole('link', { name: `${company.name}, home` })
    .first()
    .focus()
  for (let stops = 0; stops < 8; stops++) {
    if (await button(page, 'Next slide').evaluate((next) => next === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(button(page, 'Next slide')).toBeFocused()
  await page.clock.runFor(10_000)
  await expectSlide(page, 2)
  await page.keyboard.press('Enter')
  await expectSlide(page, 3)
  await expect(button(page, 'Next slide')).toBeFocused()

  await button(page, 'Pause the slides').click()
  await page.mouse.move(0, 0)
  await page.clock.runFor(10_000)
  await expectSlide(page, 3)
  await button(page, 'Play the slides').click()
  await page.clock.runFor(5_000)
  await expectSlide(page, 4)

  await test.step('Slides wrap around, and the controls are disabled for 1 s after each change', async () => {
    for (const [name, number] of [
      ['Slide 1', 1],
      ['Previous slide', 10],
    ] as const) {
      await page.clock.runFor(1_000)
      await button(page, new RegExp(`^${name}\\b`)).click()
      await expectSlide(page, number)
    }
    await expect(button(page, 'Next slide')).toBeDisabled()
    await expect(button(page, /^Slide 4/)).toBeDisabled()
    await button(page, 'Next slide').click({ force: true })
    await expectSlide(page, 10)

    await page.clock.runFor(1_000)
    await button(page, 'Next slide').click()
    await expectSlide(page, 1)
    await page.clock.runFor(1_000)
    await button(page, /^Slide 7/).click()
    await expectSlide(page, 7)
    await expect(button(page, /^Slide 7/)).toHaveAttribute('aria-current', 'true')

    const slide = page.getByRole('group', { name: '7 of 10' })
    await expect(slide.getByRole('link', { name: 'Explore Spaces' })).toHaveAttribute(
      'href',
      '/explore',
    )
    await expect(slide.getByRole('link', { name: 'List A Space' })).toHaveAttribute(
      'href',
      '/create-listing',
    )
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('with reduced motion, hero slides advance only after the user presses play', async ({
    page,
  }) => {
    await openStill(page)
    await page.clock.runFor(20_000)
    await expectSlide(page, 1)
    await button(page, 'Play the slides').click()
    await page.clock.runFor(5_000)
    await expectSlide(page, 2)
  })
})
