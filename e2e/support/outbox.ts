import { expect, type Page } from '@playwright/test'

/** Opens the newest mail of that subject to an address, as the sandbox's outbox shows it. */
export async function openMail(page: Page, to: string, subject: string): Promise<void> {
  const mail = page.getByRole('link', { name: subject }).first()
  await page.goto(`/_sandbox/outbox?to=${encodeURIComponent(to)}`)
  // The page looks for news by itself.
  await expect(mail).toBeVisible({ timeout: 20_000 })
  await mail.click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
}

/** What the opened mail says, inside its frame. */
export function mailBody(page: Page) {
  return page.frameLocator('iframe[title="The mail"]').locator('body')
}

/** Where a link of the opened mail leads. */
export async function mailLink(page: Page, name: string): Promise<string> {
  const href = await mailBody(page).getByRole('link', { name }).getAttribute('href')
  expect(href).not.toBeNull()
  return href!
}
