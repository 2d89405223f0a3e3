import { listSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

test('what is pressed before the code of the booking part is there is done when it comes', async ({
  page,
  world,
}) => {
  const space = await listSpace(world)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\/space-booking-[^/]+\.js$/, async (route) => {
    await arrived
    await route.continue()
  })

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
