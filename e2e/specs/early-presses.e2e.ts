import type { Page } from '@playwright/test'
import { listSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

/** Keeps the code of the booking part away until it is let through. */
async function holdBookingBack(page: Page): Promise<() => void> {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/space-booking-[^/]+\.js$/, async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}

test('what is pressed before the code of the booking part is there is done when it comes', async ({
  page,
  world,
}) => {
  const space = await listSpace(world)
  const arrive = await holdBookingBack(page)
  await page.goto(space.path)
  await test.step('the page around the part is alive', async () => {
    const dismiss = page.getByRole('button', { name: 'Dismiss the demo notice' })
    await dismiss.click()
    await expect(dismiss).toBeHidden()
  })
  const slot = page.getByRole('radio', { disabled: false }).last()
  await slot.click()
  await page.getByRole('button', { name: 'Increase Duration (hours)' }).click()
  await page.getByRole('button', { name: 'Next week', exact: true }).click()
  await expect(slot).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'This week', exact: true })).toBeHidden()

  arrive()
  await expect(page.getByRole('button', { name: 'This week', exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Duration (hours)' })).toHaveValue('2')
  await expect(slot).toBeChecked()
})

test('it is done as well when the page has learned meanwhile who is looking', async ({
  browserOf,
  world,
}) => {
  const space = await listSpace(world)
  const page = await browserOf('user')
  const arrive = await holdBookingBack(page)
  const knowsWho = page.waitForResponse(/\/person-client-[^/]+\.js$/)
  await page.goto(space.path)
  await page.getByRole('button', { name: 'Calendar' }).click()
  await knowsWho
  // Time for the session to be read, which shows nowhere before the part is there.
  await page.waitForTimeout(500)
  arrive()
  await expect(page.getByRole('dialog')).toBeVisible()
})
