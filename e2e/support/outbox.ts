import { expect, type Page } from '@playwright/test'

export async function openMail(page: Page, to: string, subject: string): Promise<void> {
  const mail = page.getByRole('link', { name: subject }).first()
  await page.goto(`/_sandbox/outbox?to=${encodeURIComponent(to)}`)
  // Does not reload the outbox page, because it reloads itself until the email is listed.
  await expect(mail).toBeVisible({ timeout: 20_000 })
  await mail.click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
}

/** Returns the body of the open email, which the outbox shows in a frame. */
export function mailBody(page: Page) {
  return page.frameLocator('iframe[title="The mail"]').locator('body')
}

export async function mailLink(page: Page, name: string): Promise<string> {
  const href = await mailBody(page).getByRole('link', { name }).getAttribute('href')
  expect(href).not.toBeNull()
  return href!
}
