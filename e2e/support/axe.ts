import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The axe rules that depend on colors. Only these rules run again in the dark theme. */
const colorRules = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'
/** CSS selectors: `within` selects the elements to check, `except` the elements to skip. */
type Part = { within: string; except?: string | undefined }
type Viewport = { width: number; height: number }

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }

/** CSS selector of the header, footer and bottom bar, which all screens share. */
export const shell = 'header:not(main header), footer:not(main footer), nav[aria-label=Bottom]'

/** CSS selector of dialogs. Tests of a dialog check only the dialog's accessibility. */
export const dialogs = '[role=dialog], [role=alertdialog], dialog[open]'

/**
 * Returns a page's accessibility violations in one theme with the affected elements, without
 * reloading the page.
 */
async function violationsIn(
  theme: Theme,
  page: Page,
  { within, except }: Part,
  only?: string[],
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme })
  // Waits until React has rendered the theme of payment fields and maps, which CSS cannot style.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, axeSource: isThere ? 'undefined' : undefined })
    .include(within)
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
  if (except) axe.exclude(except)
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(rules)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      [theme, id, target.join(' '), failureSummary].join(': '),
    ),
  )
}

/**
 * Returns the WCAG 2.2 A and AA violations of a page in the light theme, and the color violations
 * in the dark theme. Checks only the elements that match `within`, without those that match
 * `except`. every-route.e2e.ts checks whole screens; checking a part is three times faster.
 */
export const violations = async (
  page: Page,
  within = 'html',
  except?: string,
): Promise<string[]> => [
  ...(await violationsIn('light', page, { within, except })),
  ...(await violationsIn('dark', page, { within, except }, colorRules)),
]

/**
 * Sets the window size of a page, and expects that the page then meets WCAG 2.2 and does not scroll
 * horizontally.
 */
export async function expectFits(page: Page, viewport: Viewport, within?: string): Promise<void> {
  await page.setViewportSize(viewport)
  expect.soft(await violations(page, within)).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(width).toBe(viewport.width)
}
