import { violations } from '../support/axe.ts'
import { chooseTime, dayInTokyo } from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { newAddress } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'

const still = { reducedMotion: 'reduce' } as const

test.use({ contextOptions: still })

// The accessibility of the payment step is tested in checkout.e2e.ts.
test('the calendar and the steps of the sign-in dialog meet WCAG 2.2 A and AA', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  await page.goto(space.path)
  await page.getByRole('button', { name: 'Calendar' }).click()
  await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible()
  expect.soft(await violations(page), 'calendar').toEqual([])
  await page.keyboard.press('Escape')

  await chooseTime(page, { date: dayInTokyo(2), hours: 1, start: '9:00 AM' })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Sign In')
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid')
  expect.soft(await violations(page), 'refused').toEqual([])

  await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(dialog).toHaveAccessibleName('Forgot your password?')
  await dialog.getByLabel('Email').fill('nobody@example.com')
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(dialog.getByRole('button', { name: /^Send it again/ })).toBeFocused()
  expect.soft(await violations(page), 'forgotten password').toEqual([])

  await dialog.getByRole('button', { name: 'Back to Sign In' }).click()
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await dialog.getByLabel('Email').fill(newAddress('cody'))
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await expect(dialog.getByLabel('Code')).toBeFocused()
  expect.soft(await violations(page), 'code').toEqual([])
})

test('menus, confirmations and invalid forms meet WCAG 2.2 A and AA', async ({ browserOf }) => {
  const page = await browserOf('user', still)
  await page.goto('/my-bookings')
  await page
    .getByRole('button', { name: /^Cancel Booking/ })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure')
  expect.soft(await violations(page), 'cancel').toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  expect.soft(await violations(page), 'menu').toEqual([])

  await page.goto('/create-listing')
  await page.getByRole('button', { name: 'Create Listing' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAttribute('aria-invalid')
  expect.soft(await violations(page), 'refused listing').toEqual([])

  await page.goto('/explore')
  await page.getByRole('button', { name: 'Add Type' }).click()
  await expect(page.getByLabel('Type ID')).toBeVisible()
  expect.soft(await violations(page), 'add type').toEqual([])

  await page.goto('/contact')
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
  expect.soft(await violations(page), 'refused message').toEqual([])
})
