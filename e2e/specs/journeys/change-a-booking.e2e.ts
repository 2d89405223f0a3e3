import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatClock } from '@hourspace/web/lib/times.ts'
import { hourMs, minuteMs } from '@hourspace/domain/durations.ts'
import { desktop, dialogs, expectFits, phone } from '../../support/axe.ts'
import { cards, dayInTokyo, slot } from '../../support/booking.ts'
import {
  addBooking,
  addExtras,
  bookAndPay,
  bookingOf,
  idOf,
  listSpace,
} from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test.use({ expectedConsoleErrors: /ERR_FAILED.*\/(extend-booking|propose-change)/ })

async function setNumber(page: Page, name: string, number: number): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true })
  await field.fill(String(number))
  await field.blur()
}

const setHours = (page: Page, hours: number) => setNumber(page, 'Duration (hours)', hours)

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
}

test('a guest can move and extend a booking and add people, the host can shorten it, and each proposal states what the guest pays or gets back', async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  await addExtras(clients, space.id, [
    { name: 'Projector', price: 1000, unit: 'booking' },
    { name: 'Lunch', price: 500, unit: 'person' },
  ])
  const booked = { date: dayInTokyo(6), hour: 10, hours: 2 }
  const path = `/bookings/${await bookAndPay(clients, space, await signedUp('mila'), booked)}`
  await page.setViewportSize(phone)
  await page.goto(path)
  await page.getByRole('button', { name: 'Change time, people or extras' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change this booking' })
  await expect(dialog).toContainText('¥11,000')
  await dialog.getByRole('button', { name: 'Propose change' }).click()
  await expect(dialog).toContainText('Please choose another time, number of people or other extras')
  await setHours(page, 3)
  await slot(page, '11:00 AM').check()
  await dialog.getByRole('checkbox', { name: /^Projector/ }).check()
  await expect(dialog).toContainText('You pay ¥6,600 more.')
  const lunch = dialog.getByRole('checkbox', { name: /^Lunch/ })
  await lunch.check()
  await expect(dialog).toContainText('You pay ¥7,150 more.')
  await setNumber(page, 'People', 3)
  await expect(dialog).toContainText('You pay ¥8,250 more.')
  await expect(dialog.getByRole('row', { name: /^People/ })).toHaveText('People13')
  await expectFits(page, phone, dialogs)
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await page
    .getByRole('dialog', { name: 'Authorize the difference' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  // The form keeps its selection after the guest cancels the payment.
  await expect(slot(page, '11:00 AM')).toBeChecked()
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByLabel('Card number').fill(cards.succeeds)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Authorize ¥8,250' }).click()
  const own = page.getByRole('region', { name: 'Your proposed change' })
  await expect(own).toContainText('¥19,250')
  await expect(own).toContainText('Your card is authorized for ¥8,250')
  await expectFits(page, phone, 'main')

  const hostPage = await browserOf({ email: space.hostEmail })
  // Blocks Realtime, so that only polling finds the answer of the guest.
  await hostPage.routeWebSocket(/\/realtime\/v1\//, () => {})
  await hostPage.goto('/hosting')
  await expect(hostPage.getByRole('main')).toContainText('wants to change a booking at')
  await hostPage.getByRole('link', { name: /^Answer/ }).click()
  await expect(hostPage).toHaveURL(path)
  await hostPage.setViewportSize(phone)
  await expect(hostPage.getByRole('button', { name: 'Accept change' })).toBeInViewport({ ratio: 1 })
  await expectFits(hostPage, desktop, 'main')
  await expect(hostPage.getByRole('row', { name: /^People/ })).toHaveText('People13')
  await hostPage.getByRole('button', { name: 'Accept change' }).click()
  await expect(hostPage.getByRole('alertdialog')).toContainText('charged ¥8,250 more')
  await confirm(hostPage, 'Accept change')
  await expect(hostPage.locator(':focus')).toContainText('11:00 AM – 2:00 PM')
  // The guest's open page updates without a reload.
  await expect(page.getByRole('main')).toContainText('11:00 AM – 2:00 PM')
  await expect(own).toBeHidden()
  await expect(page.getByRole('main')).toContainText('3 people')

  await hostPage.getByRole('button', { name: 'Change time, people or extras' }).click()
  await setHours(hostPage, 1)
  const hostDialog = hostPage.getByRole('dialog', { name: 'Change this booking' })
  await expect(hostDialog).toContainText('The guest gets ¥11,000 back.')
  await expect(hostDialog).toContainText(
    'even if you have raised them since. We don’t hold the new time',
  )
  await hostDialog.getByRole('button', { name: 'Propose change' }).click()
  await expect(hostPage.getByRole('region', { name: 'Your proposed change' })).toBeVisible()
  await expect(hostPage.locator(':focus')).toContainText('11:00 AM – 2:00 PM')

  await page.getByRole('button', { name: 'Accept change' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('you get ¥11,000 back')
  await confirm(page, 'Accept change')
  await expect(page.getByRole('main')).toContainText('11:00 AM – 12:00 PM')
  await expect(hostPage.locator(':focus')).toContainText('11:00 AM – 12:00 PM')

  // The file has the UID of earlier files and emails, so that calendar programs update their entry.
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Calendar file (.ics)' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.replaceAll(/\r\n[ \t]/g, '')).toContain(`UID:booking-${path.split('/').at(-1)}@`)
  expect(file).toContain('SEQUENCE:2')
  const { data: taken } = await clients.server
    .from('space_availability')
    .select('start_time, end_time')
    .eq('space_id', space.id)
    .eq('active', true)
    .throwOnError()
  expect(taken).toHaveLength(1)
})

test('if the host withdraws a proposed change while the guest is paying, the payment dialog says that the guest was not charged', async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const booked = { date: dayInTokyo(7), hour: 10, hours: 1 }
  const path = `/bookings/${await bookAndPay(clients, space, await signedUp('wilma'), booked)}`
  const hostPage = await browserOf({ email: space.hostEmail })
  await hostPage.goto(path)
  await hostPage.getByRole('button', { name: 'Change time, people or extras' }).click()
  await expect(hostPage.getByRole('dialog')).toContainText('¥5,500')
  const prices = '**/functions/v1/propose-change'
  await hostPage.route(prices, (route) => route.abort())
  await setHours(hostPage, 2)
  await expect(hostPage.getByRole('alert')).toContainText('We couldn’t calculate the price')
  await hostPage.unroute(prices)
  // The form can be sent only after the price has loaded. If the price failed to load, pressing the
  // button loads it again.
  const loaded = Promise.withResolvers<void>()
  await hostPage.route(prices, async (route) => {
    await loaded.promise
    await route.continue()
  })
  const propose = hostPage.getByRole('button', { name: 'Propose change' })
  await propose.click()
  await expect(propose).toHaveAttribute('aria-busy', 'true')
  loaded.resolve()
  await expect(hostPage.getByRole('dialog')).toContainText('The guest pays ¥5,500 more.')
  await expect(propose).not.toHaveAttribute('aria-busy')
  await propose.click()
  await expect(hostPage.getByRole('region', { name: 'Your proposed change' })).toBeVisible()

  await page.setViewportSize(phone)
  await page.goto(path)
  await page.getByRole('button', { name: 'Accept change' }).click()
  await confirm(page, 'Accept change')
  const dialog = page.getByRole('dialog', { name: 'Pay the difference' })
  await expect(dialog.getByRole('button', { name: 'Pay ¥5,500' })).toBeEnabled()
  await hostPage.getByRole('button', { name: 'Withdraw proposal' }).click()
  await confirm(hostPage, 'Withdraw proposal')

  const text = 'The host withdrew the proposed change.'
  await expect(dialog.getByRole('alert')).toHaveText(`${text} You were not charged.`)
  await expectFits(page, phone, dialogs)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.locator(':focus')).toContainText('10:00 AM – 11:00 AM')
  await expect(page.getByRole('main')).toContainText(text)
})

test('after a guest extends a running booking with 3-D Secure, the two bookings link to each other and lists show them as one', async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('noor'))
  // The booking ends in ten minutes.
  const startsAt = Date.now() - 110 * minuteMs
  const running = await addBooking(clients, {
    ...bookingOf({ guest, space: space.id, startsAt }),
    end_time: new Date(startsAt + 2 * hourMs).toISOString(),
  })
  await page.setViewportSize(phone)
  await page.clock.install()
  await page.goto(`/bookings/${running}`)
  const panel = page.getByRole('region', { name: 'Stay longer?' })
  await expect(panel).toContainText('¥5,500')
  await panel.getByRole('button', { name: 'Increase More hours' }).click()
  await expect(panel).toContainText('¥11,000')
  await expectFits(page, phone, 'main')
  await panel.getByRole('button', { name: 'Extend by 2 hours' }).click()
  await page.getByLabel('Card number').fill(cards.asksForAuthentication)
  await test.step('A failed refetch of the price keeps the typed card number', async () => {
    let isFailed = false
    await page.route('**/functions/v1/extend-booking', (route) => {
      isFailed = true
      return route.abort()
    })
    // The page refetches the price when it becomes visible and the price is older than a second.
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
        return isFailed
      })
      .toBe(true)
    await expect(panel.getByText('We couldn’t calculate the price.')).toBeVisible()
    await expect(page.getByLabel('Card number')).toHaveValue(cards.asksForAuthentication)
    await page.unroute('**/functions/v1/extend-booking')
  })
  await test.step('The payment form stays open after the end of the booking', async () => {
    await page.clock.fastForward('11:00')
    await expect(page.getByText('This booking is over')).toBeVisible()
    await expect(page.getByLabel('Card number')).toHaveValue(cards.asksForAuthentication)
    // Resets the clock. Otherwise the page would offer to extend the extension, which the server
    // refuses before the extension starts.
    await page.clock.setSystemTime(new Date())
  })
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay ¥11,000' }).click()
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('This booking continues an earlier booking.')).toBeVisible()
  await page.getByRole('link', { name: 'an earlier booking' }).click()
  await expect(page.getByText('This booking is extended until')).toBeVisible()

  // Lists show a booking and its extension as one booking, until the end of the extension.
  const end = formatClock(new Date(startsAt + 4 * hourMs), 'Asia/Tokyo')
  await page.goto('/my-bookings')
  await expect(page.getByRole('region', { name: 'Now', exact: true })).toContainText(`– ${end}`)
  const hostPage = await browserOf({ email: space.hostEmail })
  await hostPage.goto('/hosting')
  await expect(hostPage.getByRole('main')).toContainText(`until ${end}`)
  await expect(hostPage.getByText('No more arrivals today')).toBeVisible()
})
