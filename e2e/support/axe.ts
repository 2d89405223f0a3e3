import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules that depend on colors. Only these run again in the dark theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'

/**
 * Returns a page's accessibility violations in one theme with the affected elements, without a
 * reload of the page.
 */
async function violationsIn(theme: Theme, page: Page, only?: string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme })
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, axeSource: isThere ? 'undefined' : undefined })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(rules)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      [theme, id, target.join(' '), failureSummary].join(': '),
    ),
  )
}

/** Returns a page's WCAG 2.2 A and AA violations in light and dark mode. */
export const violations = async (page: Page): Promise<string[]> => [
  ...(await violationsIn('light', page)),
  ...(await violationsIn('dark', page, colourRules)),
]
