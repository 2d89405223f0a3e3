import { dialogs, violations } from '../../support/axe.ts'
import { dayInTokyo, spokenDay } from '../../support/booking.ts'
import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test('the booking form keeps focus when a pressed control is disabled or removed', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  await page.goto(space.path)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(button('Sign In / Sign Up')).toBeVisible()

  await button('Increase Duration (hours)').press('Enter')
  await button('Decrease Duration (hours)').press('Enter')
  await expect(page.getByRole('textbox', { name: 'Duration (hours)' })).toHaveValue('1')
  await expect(button('Decrease Duration (hours)')).toBeDisabled()
  await expect(button('Decrease Duration (hours)')).toBeFocused()

  await button('Next week').press('Enter')
  await button('This week').press('Enter')
  await expect(button('This week')).toBeHidden()
  await expect(button('Next week')).toBeFocused()
  await button('Next week').press('Enter')
  await button('Previous week').press('Enter')
  await expect(button('Previous week')).toBeDisabled()
  await expect(button('Previous week')).toBeFocused()
})

test('the booking form requires a start time, limits the duration to 24 hours and offers no past dates', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  await page.goto(space.path)
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()

  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please select' })).toHaveText(
    'Please select a date and time',
  )

  const duration = page.getByRole('textbox', { name: 'Duration (hours)' })
  await duration.fill('30')
  await duration.blur()
  await expect(duration).toHaveValue('24')
  await expect(page.getByRole('button', { name: 'Increase Duration (hours)' })).toBeDisabled()

  await page.getByRole('button', { name: 'Calendar' }).click()
  const calendar = page.getByRole('dialog')
  await expect(calendar.getByRole('grid')).toBeVisible()
  expect(await violations(page, dialogs)).toEqual([])
  const today = calendar.getByRole('button', { name: `${spokenDay(dayInTokyo(0))},` })
  if (!(await today.isVisible())) await calendar.getByRole('button', { name: 'Previous' }).click()
  const days = calendar.getByRole('grid').getByRole('button', { disabled: false })
  await expect(days.first()).toHaveAccessibleName(new RegExp(spokenDay(dayInTokyo(0))))
})
