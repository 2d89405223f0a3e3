import type { Page } from '@playwright/test'
import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  payWith,
  slot,
} from '../../support/booking.ts'
import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

const time = { date: dayInTokyo(3), hours: 1, start: '6:00 PM' }

// Ignores the console errors for confirmations and authentications that Stripe rejects, because
// another tab uses the same payment.
test.use({ expectedConsoleErrors: /status of (400 .*\/confirm|410 .*\/authenticate\/)/ })

test('3-D Secure creates no booking when the guest declines it, and one booking when the guest confirms it in two tabs', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('theo')
  const payAndExpectBank = async (tab: Page) => {
    await continueToPayment(tab)
    await payWith(tab, cards.asksForAuthentication)
    await expect(tab.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
    await expect(tab.getByText('¥5,500')).toBeVisible()
  }
  const complete = (tab: Page) =>
    tab.getByRole('button', { name: 'Complete authentication' }).click()
  await page.goto(space.path)
  await chooseTime(page, time)

  await test.step('The guest declines and can pay again', async () => {
    await payAndExpectBank(page)
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(page.getByText('Your payment was not successful, please try again.')).toBeVisible()
    expect(await space.records.bookings()).toEqual([])
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(slot(page, '6:00 PM')).toBeChecked()
    await payAndExpectBank(page)
  })

  const bank = page.url()
  const secondTab = await page.context().newPage()
  await test.step('A second tab asks for its own confirmation of the same payment', async () => {
    await secondTab.goto(space.path)
    await chooseTime(secondTab, time)
    await payAndExpectBank(secondTab)
    await complete(page)
    await expect(page.getByText('waiting for you in another tab')).toBeVisible()
    expect(await space.records.bookings()).toEqual([])
  })

  await test.step('Both tabs show the one booking', async () => {
    await complete(secondTab)
    await expectConfirmed(secondTab)
    await expectConfirmed(page)
    await page.goto(bank)
    await expect(page.getByRole('heading', { name: 'This payment is already made' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await expectConfirmed(page)
    expect(await space.records.bookings()).toMatchObject([{ status: 'confirmed' }])
    expect(await space.records.intents()).toMatchObject([
      { status: 'succeeded', amount_received: 5500 },
    ])
  })
})
