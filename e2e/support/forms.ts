import type { Page } from '@playwright/test'

/** Opens a select by its label and takes an option. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
