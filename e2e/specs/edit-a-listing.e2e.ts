import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Copies the demo host's first listing and returns the path of the copy's editor. */
async function copyListing(page: Page): Promise<string> {
  await page.goto('/my-listings')
  await page.getByRole('link', { name: /^Edit/ }).first().click()
  const title = await page.getByRole('textbox', { name: 'Title' }).inputValue()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`Copy of ${title}`)
  return new URL(page.url()).pathname
}

test('a host changes a listing, and guests see the new price and title', async ({ browserOf }) => {
  const page = await browserOf('host')
  const path = await copyListing(page)
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  const title = `Corrected loft ${Date.now()}`
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Price per hour' }).fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Price per hour' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Price per hour' }).fill('73')
  await expect(page.getByText(/A new price applies to new bookings only/)).toBeVisible()

  await page.getByRole('link', { name: 'Back to listings' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('aren’t saved yet')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  await page.getByText('Change history').click()
  await expect(page.getByText(/Price per hour: \d+ → 73/)).toBeVisible()
  await page.getByRole('link', { name: 'See it as a guest' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByRole('link', { name: 'Edit the listing' }).click()
  await expect(page).toHaveURL(path)
})

test('a host archives, restores and deletes a listing on a phone', async ({ browserOf }) => {
  const page = await browserOf('host', phone)
  await copyListing(page)
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Guests can’t find or book this space.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('link', { name: 'See it as a guest' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete listing' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete listing' }).click()
  await expect(page).toHaveURL('/my-listings')
})
