import { expect, test } from '../support/test.ts'

test('/create-listing asks a visitor to sign in and redirects to / if the visitor cancels', async ({
  page,
}) => {
  await page.goto('/create-listing')
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/')
})

test('every private screen of a new user shows its empty state with a next step', async ({
  page,
  signedUp,
}) => {
  await signedUp('eve')
  await page.goto('/my-bookings')
  await expect(page.getByText('No Bookings Yet')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Explore Spaces' }).click()
  await expect(page).toHaveURL('/explore')

  await page.goto('/my-listings')
  await expect(page.getByText('No Listings Yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create Your First Listing' }).click()
  await expect(page).toHaveURL('/create-listing')

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Get paid for your bookings' })).toBeVisible()
  await expect(page.getByText('No Bookings Yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create Listing' }).click()
  await expect(page).toHaveURL('/create-listing')
})
