import type { Page } from '@playwright/test'
import { expect, test } from '../../support/test.ts'

const results = (page: Page) => page.getByRole('list', { name: 'Spaces' })
const cards = (page: Page) => results(page).locator('> li')
const more = (page: Page) => page.getByRole('link', { name: 'Show more' })

test("Back restores the results loaded by 'Show more' and the scroll position, and the URL keeps location, order and search text until the filters are cleared", async ({
  page,
}) => {
  // Blocks Realtime, because spaces that other tests list would be inserted into the results.
  await page.routeWebSocket(/\/realtime\//, () => {})
  await page.goto('/explore')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: low to high')
  await expect(page).toHaveURL(/sort=price-low/)
  // Waits until the list has changed, which happens after the URL changes. Until then 'Show more'
  // ignores clicks.
  await expect(page.getByText('24 of')).toContainText('lowest price first')
  await expect(cards(page)).toHaveCount(24)
  await more(page).click()
  await expect(cards(page)).toHaveCount(48)

  const chosen = cards(page).nth(40).getByRole('link')
  await expect(cards(page).nth(24).getByRole('link')).toBeFocused()
  await chosen.scrollIntoViewIfNeeded()
  const title = await chosen.textContent()
  const scrolled = await page.evaluate(() => scrollY)
  await chosen.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')

  await page.goBack()
  await expect(cards(page)).toHaveCount(48)
  await expect(chosen).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(5)
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-low')

  await page.getByRole('combobox', { name: 'Location' }).selectOption('Tokyo')
  await expect(page).toHaveURL(/location=Tokyo.*sort=price-low|sort=price-low.*location=Tokyo/)
  await expect(cards(page).first()).toContainText('Tokyo')
  await page.getByRole('combobox', { name: 'Search spaces' }).fill('xyzzyqq')
  await expect(page).toHaveURL(/q=xyzzyqq/)
  await expect(page.getByText('No spaces found. Try adjusting your filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/explore$/)
  await expect(cards(page)).toHaveCount(24)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the type filter scrolls the selected type into view on a phone', async ({ page }) => {
    await page.goto('/explore?type=kitchen')
    const chip = page.getByRole('group', { name: 'Space type' }).getByText('Kitchen')
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await expect(chip).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})
