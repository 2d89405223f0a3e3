import { readFile } from 'node:fs/promises'
import { expect, test } from '../../support/test.ts'

test('the terms of service are shown and can be downloaded as a PDF', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.getByText('Last updated March 15, 2025')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('heading', { level: 2, name: /^\d\. / }),
  ).toHaveCount(6)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Full Terms' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('hourspace-terms.pdf')
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByRole('link', { name: 'Contact Legal Team' })).toHaveAttribute(
    'href',
    '/contact?subject=general',
  )
})
