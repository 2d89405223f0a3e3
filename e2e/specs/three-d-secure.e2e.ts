import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  payWith,
  slot,
} from '../support/booking.ts'
import { listSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

test('a payment with 3-D Secure creates no booking when the guest declines, and one booking when the guest confirms', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('theo')
  const payAndExpectBank = async () => {
    await continueToPayment(page)
    await payWith(page, cards.asksForAuthentication)
    await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
    await expect(page.getByText('¥5,500')).toBeVisible()
  }
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(3), hours: 1, start: '6:00 PM' })

  await test.step('The guest declines', async () => {
    await payAndExpectBank()
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(page.getByText('Your payment was not successful, please try again.')).toBeVisible()
    expect(await space.records.bookings()).toEqual([])
    await page.getByRole('link', { name: 'Back to the space' }).click()
    await expect(slot(page, '6:00 PM')).toBeChecked()
  })

  await test.step('The guest confirms', async () => {
    await payAndExpectBank()
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await expectConfirmed(page)
    expect(await space.records.bookings()).toMatchObject([{ status: 'confirmed' }])
  })
})
