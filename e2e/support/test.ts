import { readFileSync } from 'node:fs'
import { test as base, expect, type Browser, type Page } from '@playwright/test'

/** Keys of the running world, as tools read them. */
export function worldKeys(): {
  url: string
  anonKey: string
  serviceRoleKey: string
  databaseUrl: string
  stripeSecretKey: string
} {
  return JSON.parse(readFileSync('test-results/.world/keys.json', 'utf8'))
}

/** Browser messages that are no defect of ours. */
const tolerated = [
  // The sandbox asks the browser for nothing but answers a declined card with 402, as Stripe does.
  /the server responded with a status of 402/,
]

/** A page whose unexpected console errors fail the test. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page }, use) => {
      const errors = watchConsole(page)
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Collects what a page complains about. */
export function watchConsole(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`
    if (message.type() === 'error' && !tolerated.some((pattern) => pattern.test(text))) {
      errors.push(text)
    }
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

/** A person with a browser of their own. */
export async function openFor(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  return page
}

let people = 0

/** Signs a new person up through the dialog and returns their address. */
export async function signUp(page: Page, name: string): Promise<string> {
  people += 1
  const email = `${name}.${Date.now()}.${people}@example.com`
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create an Account' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill('a long enough password')
  await dialog.getByRole('button', { name: /Create|Sign Up/ }).click()
  await expect(dialog).toBeHidden()
  return email
}
