import type { Page } from '@playwright/test'
import { desktop, dialogs, expectFits, phone } from '../../support/axe.ts'
import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  payWith,
  slot as startOf,
} from '../../support/booking.ts'
import type { TestClients } from '../../support/instances.ts'
import { bookAndPay, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'
import { navigate } from '../../support/visits.ts'

test.use({ expectedConsoleErrors: /ERR_FAILED.*\/answer-request/ })

/** Creates a space whose host must accept each booking request. */
async function listOnRequest(clients: TestClients) {
  const space = await listSpace(clients)
  await clients.server
    .from('spaces')
    .update({ booking_mode: 'request' })
    .eq('id', space.id)
    .throwOnError()
  return space
}

/** Requests a booking of one hour and returns the path of its page. */
async function sendRequest(page: Page, space: { id: string }, date: string): Promise<string> {
  await page.goto(`/space/${space.id}`)
  await chooseTime(page, { date, hours: 1, start: '10:00 AM' })
  await continueToPayment(page)
  await expect(page.getByText('The host answers your request')).toBeVisible()
  await payWith(page, cards.succeeds)
  await expect(page).toHaveURL(/\/bookings\//)
  await expect(page.getByRole('heading', { name: 'Your request is with the host' })).toBeVisible()
  return new URL(page.url()).pathname
}

test('the host accepts one booking request, declines another and suggests another time, which the guest requests', async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listOnRequest(clients)
  const email = await signedUp('rosa')
  await page.setViewportSize(phone)
  const first = await sendRequest(page, space, dayInTokyo(6))
  await expect(page.getByRole('main')).toContainText('Total if accepted')
  await expectFits(page, phone, 'main')

  const hostPage = await browserOf({ email: space.hostEmail })
  await hostPage.goto('/hosting')
  await expect(hostPage.getByRole('main')).toContainText('Your share: ¥4,500')
  await hostPage.getByRole('link', { name: /^Answer/ }).click()
  await expect(hostPage).toHaveURL(first)
  await expectFits(hostPage, desktop, 'main')
  await hostPage.getByRole('button', { name: 'Accept' }).click()
  await expect(hostPage.getByRole('alertdialog')).toContainText('Your share is')
  await hostPage.getByRole('button', { name: 'Accept request' }).click()
  await expect(hostPage.getByText('Confirmed').first()).toBeVisible()
  await expect(page.getByText('Accepted by the host')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('main')).toContainText('Total paid')

  const slot = { date: dayInTokyo(7), hour: 10, hours: 1 }
  const second = `/bookings/${await bookAndPay(clients, space, email, slot)}`
  await navigate(hostPage, second)
  await hostPage.getByRole('button', { name: 'Decline' }).click()
  await hostPage.getByLabel(/^Message to the guest/).fill('We are repainting the walls.')
  await hostPage.getByLabel('Suggest another time').check()
  await hostPage.getByRole('button', { name: 'Decline request' }).click()
  const decline = hostPage.getByRole('alertdialog', { name: 'Decline this request?' })
  await expect(decline).toContainText('Please select a date and time')
  await startOf(hostPage, '1:00 PM').check()
  await expectFits(hostPage, phone, dialogs)
  await hostPage.getByRole('button', { name: 'Decline request' }).click()
  await expect(hostPage.locator(':focus')).toContainText('This request was declined')
  await expect(hostPage.getByRole('main')).toContainText('1:00 PM – 2:00 PM')
  await navigate(page, second)
  await expect(page.getByRole('main')).toContainText('We are repainting the walls.')
  await expect(page.getByRole('main')).toContainText('Your card was not charged')
  await expectFits(page, phone, 'main')
  await page.getByRole('link', { name: 'Book this time' }).click()
  await expect(startOf(page, '1:00 PM')).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Duration (hours)' })).toHaveValue('1')

  const suggested = { ...slot, hour: 13 }
  const own = await bookAndPay(clients, space, email, suggested)
  for (const viewer of [page, hostPage]) {
    await viewer.goto(second)
    await expect(viewer.getByRole('main')).toContainText(
      `${viewer === page ? 'You have' : 'Rosa Tester has'} requested this time.`,
    )
    await expect(viewer.getByRole('main')).not.toContainText('not reserved')
    await expect(viewer.getByRole('link', { name: 'Book this time' })).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'View booking' }).click()
  await expect(page).toHaveURL(`/bookings/${own}`)
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.locator(':focus')).toContainText('This request was withdrawn')

  await bookAndPay(clients, space, await signedUp('noor'), suggested)
  await hostPage.goto(second)
  await expect(hostPage.getByRole('main')).toContainText('This time is no longer free.')
  await expect(hostPage.getByRole('main')).not.toContainText('not reserved')
})

test('a guest withdraws a booking request by keyboard, and the slot is free again', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listOnRequest(clients)
  const slot = { date: dayInTokyo(8), hour: 10, hours: 1 }
  await page.goto(`/bookings/${await bookAndPay(clients, space, await signedUp('ravi'), slot)}`)
  await page.getByRole('button', { name: 'Withdraw request' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw this request?' })
  await expect(dialog).toContainText('Your card is not charged')
  await test.step('A reopened dialog does not show the error of the last attempt', async () => {
    await page.route('**/functions/v1/answer-request', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Withdraw request' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('Failed to withdraw the request')
    await page.unroute('**/functions/v1/answer-request')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Withdraw request' }).press('Enter')
    await expect(dialog).toContainText('Your card is not charged')
    await expect(dialog.getByRole('alert')).toBeHidden()
  })
  await dialog.getByRole('button', { name: 'Withdraw request' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toContainText('This request was withdrawn')
  const { data } = await clients.server
    .from('space_availability')
    .select('id')
    .eq('space_id', space.id)
    .eq('active', true)
    .throwOnError()
  expect(data).toEqual([])
})
