import { clickOnBusyPage } from '../../support/busy-page.ts'
import { expect, test } from '../../support/test.ts'

test('the Help Center search filters questions while the user types, and a category link shows only its questions', async ({
  page,
}) => {
  await page.goto('/help')
  const search = page.getByRole('searchbox', { name: 'Search the Help Center' })
  await search.pressSequentially('3 to 5 business')
  await expect(page.getByRole('group')).toHaveCount(1)
  await page.getByText('When am I paid?').click()
  await expect(
    page.getByText('It then arrives in your bank account in 3 to 5 business'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\?q=3\+to\+5\+business$/)

  await search.fill('xylophone')
  await expect(page.getByText('No answer to that yet')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Booking' })).toBeVisible()

  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page).toHaveURL(/\?category=account$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Booking' })).toBeHidden()
  await expect(page.getByText('Do I need an account?')).toBeVisible()
})

test('a link to a Help Center answer opens that answer', async ({ page }) => {
  await page.goto('/help#when-the-refund-arrives')
  await expect(page.getByText('takes 5 to 7 business days')).toBeVisible()
})

test('a category chosen right after clearing the search of the Help Center stays chosen on a slow phone', async ({
  page,
}) => {
  await page.goto('/help')
  await page.getByRole('searchbox', { name: 'Search the Help Center' }).fill('xylophone')
  await expect(page).toHaveURL(/\?q=xylophone$/)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await clickOnBusyPage(page.getByRole('link', { name: 'Account', exact: true }))
  await expect(page).toHaveURL(/\?category=account$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Booking' })).toBeHidden()
  await expect(page).toHaveURL(/\?category=account$/)
})
