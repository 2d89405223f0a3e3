import type { Page } from '@playwright/test'
import { spanAt } from '@hourspace/domain/slots.ts'
import { password } from '../../support/accounts.ts'
import { phone } from '../../support/axe.ts'
import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  payWith,
  slot,
} from '../../support/booking.ts'
import { bookAndPay, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

const time = { date: dayInTokyo(3), hours: 1, start: '6:00 PM' }

// Ignores the console errors for confirmations and authentications that Stripe rejects, because
// another tab uses the same payment.
test.use({ expectedConsoleErrors: /status of (400 .*\/confirm|410 .*\/authenticate\/)/ })

const complete = (tab: Page) => tab.getByRole('button', { name: 'Complete authentication' }).click()

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

test('a booking change paid with 3-D Secure shows a declined authentication, waits while authentication is open in another tab, and then appears in all tabs', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const booked = { date: dayInTokyo(4), hour: 10, hours: 1 }
  const bookingId = await bookAndPay(clients, space, await signedUp('tara'), booked)
  const host = clients.visitor()
  await host.auth.signInWithPassword({ email: space.hostEmail, password })
  const longer = spanAt(booked.date, booked.hour, 2, 'Asia/Tokyo')!
  const proposed = await host.functions.invoke('propose-change', {
    body: {
      bookingId,
      startTime: longer.startsAt.toISOString(),
      endTime: longer.endsAt.toISOString(),
      extras: [],
      difference: 5500,
    },
  })
  expect(proposed.error).toBeNull()
  const acceptAndExpectBank = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Accept change' }).click()
    await tab.getByRole('alertdialog').getByRole('button', { name: 'Accept change' }).click()
    await payWith(tab, cards.asksForAuthentication)
    await expect(tab.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
  }
  const firstTab = await page.context().newPage()
  const declined = firstTab.getByText('Your bank declined the payment.')
  await firstTab.setViewportSize(phone)
  await firstTab.goto(`/bookings/${bookingId}`)

  await test.step('The guest fails the authentication', async () => {
    await acceptAndExpectBank(firstTab)
    await firstTab.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(declined).toBeInViewport()
    await expect(firstTab).toHaveURL(`/bookings/${bookingId}`)
    await expect(firstTab.getByRole('main')).toContainText('10:00 AM – 11:00 AM')
  })

  await page.setViewportSize(phone)
  await page.goto(`/bookings/${bookingId}`)

  const secondTab = await page.context().newPage()
  await test.step('The guest leaves the authentication open in a second tab', async () => {
    await acceptAndExpectBank(page)
    await secondTab.goto(`/bookings/${bookingId}`)
    await acceptAndExpectBank(secondTab)
    await complete(page)
    await expect(page.getByText('Your bank is waiting for you in another tab')).toBeInViewport()
    await expect(page).toHaveURL(/payment_intent_client_secret/)
  })

  await test.step('All tabs show the change', async () => {
    await complete(secondTab)
    await expect(secondTab.getByRole('main')).toContainText('10:00 AM – 12:00 PM')
    await expect(page.locator(':focus')).toContainText('10:00 AM – 12:00 PM')
    await expect(page.getByText('Your bank is waiting')).toBeHidden()
    await expect(page).toHaveURL(`/bookings/${bookingId}`)
    await expect(firstTab.getByRole('main')).toContainText('10:00 AM – 12:00 PM')
    await expect(declined).toBeHidden()
  })
})
