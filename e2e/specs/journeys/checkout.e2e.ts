import type { Page } from '@playwright/test'
import { platformFeePercentage, quote } from '@hourspace/domain/fees.ts'
import { formatMoney } from '@hourspace/domain/money.ts'
import { desktop, dialogs, phone, violations } from '../../support/axe.ts'
import {
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  gridCell,
  payButton,
} from '../../support/booking.ts'
import { createVerifiedUser } from '../../support/accounts.ts'
import { addExtras, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

/**
 * Expected rental price: two hours (¥10,000), a projector (¥1,500) and coffee for three people
 * (¥900).
 */
const order = { people: 3, rental: 12_400 }
const { totalMinor, platformFeeMinor } = quote(order.rental, 'JPY', 1)
const total = formatMoney(totalMinor, 'JPY')
const extras = [
  { name: 'Projector', price: 1_500, unit: 'booking' as const },
  { name: 'Heating', price: 200, unit: 'hour' as const },
  { name: 'Coffee', price: 300, unit: 'person' as const },
]
const day = dayInTokyo(9)

// Ignores the console error for the 409 response when the host has changed the extras during
// checkout.
test.use({ expectedConsoleErrors: /status of 409 .*\/create-payment-intent/ })

const form = (page: Page) => page.getByRole('form', { name: 'Book this space' })
const stepper = (page: Page) => form(page).getByRole('textbox', { name: 'People' })
const extra = (page: Page, name: string) => form(page).getByRole('checkbox', { name })
const totalLine = (page: Page) => form(page).locator('[aria-live=polite][aria-atomic=true]')

const message = 'We rehearse for a small play.'

async function payWithWallet(page: Page, card: string): Promise<void> {
  await page.getByRole('button', { name: 'Test wallet' }).click()
  const sheet = page.getByRole('dialog', { name: 'Test wallet' })
  await expect(sheet).toContainText(total)
  await sheet.getByRole('radio', { name: card }).check()
  await sheet.getByRole('button', { name: 'Pay with test wallet' }).click()
}

test('on a phone, a guest can choose people and extras, write to the host, review the order and refund rule, go back, and pay with a wallet', async ({
  page,
  browserOf,
  signedUp,
  clients,
}) => {
  await page.setViewportSize(phone)
  const space = await listSpace(clients)
  await addExtras(clients, space.id, extras)
  await signedUp('wilma')
  const results = `/explore?q=${encodeURIComponent(space.title)}&guests=3`
  await page.goto(results)
  await page.getByRole('list', { name: 'Spaces' }).getByRole('link', { name: space.title }).click()

  await test.step('The form shows the prices of the extras for the number of people', async () => {
    await expect(stepper(page)).toHaveValue('3')
    await chooseTime(page, { date: day, hours: 2, start: '11:00 AM' })
    await extra(page, 'Projector').check()
    await extra(page, 'Coffee').check()
    await form(page).getByLabel('Message to the host').fill(message)
    await expect(totalLine(page)).toContainText(`Total${total}`)
    await expect(form(page)).toMatchAriaSnapshot(`
      - term: /Rental/
      - definition: ¥10,000
      - term: Projector
      - definition: ¥1,500
      - term: "Coffee: ¥300 × 3 people"
      - definition: ¥900
      - term: Platform fee (${platformFeePercentage}%)
      - definition: ${formatMoney(platformFeeMinor, 'JPY')}
    `)
    expect.soft(await violationsInFull('main form'), 'form').toEqual([])
  })

  const heading = page.getByRole('heading', { name: 'Payment', exact: true })
  await test.step('The payment step starts at the top of the screen, and Back returns to the booking form', async () => {
    await continueToPayment(page)
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200)
    await page.goBack()
    await expect(heading).toBeHidden()
    await expect(form(page).getByRole('radio', { name: /^11:00 AM/ })).toBeChecked()
    await page.goBack()
    await expect(page).toHaveURL(results)
    await page.goForward()
    await expect(form(page).getByRole('radio', { name: /^11:00 AM/ })).toBeChecked()
    await expect(totalLine(page)).toContainText(`Total${total}`)
  })

  await test.step('The payment step names the order, the refund rule and the amount', async () => {
    await continueToPayment(page)
    const summary = page.getByRole('region', { name: space.title })
    const time = '11:00 AM – 1:00 PM (Tokyo time)'
    for (const text of ['Tokyo, Japan', time, '3 people', message, 'Coffee'])
      await expect(summary).toContainText(text)
    await expect(summary.getByText(/^Your time: /)).toBeVisible()
    await expect(
      summary.getByText(/^Free cancellation until .*, 11:00\sAM Tokyo\stime$/),
    ).toBeVisible()
    await expect(payButton(page)).toHaveText(`Pay ${total}`)
    await expect.poll(() => violationsInFull('main'), { message: 'phone' }).toEqual([])
    await page.setViewportSize(desktop)
    await expect.poll(() => violations(page, 'main'), { message: 'desktop' }).toEqual([])
    await page.setViewportSize(phone)
  })

  await test.step('A reload returns to the booking form and keeps the selection', async () => {
    await page.reload()
    await expect(page).not.toHaveURL(/#/)
    await expect(page.getByRole('heading', { name: 'Book this space' })).toBeInViewport()
    await expect(form(page).getByRole('radio', { name: /^11:00 AM/ })).toBeChecked()
    await expect(form(page).getByLabel('Message to the host')).toHaveValue(message)
    await expect(page.getByRole('button', { name: 'Book', exact: true })).toBeHidden()
    await continueToPayment(page)
  })

  await test.step('After a declined wallet payment, the slot stays held and the guest can try again', async () => {
    await payWithWallet(page, 'Visa •••• 0002')
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
    await expect(page.getByText('You were not charged.')).toBeVisible()
    await expect(page.getByRole('timer')).toContainText(/held for 1[45] minutes/)
    await page.getByRole('button', { name: 'Test wallet' }).click()
    await expect(page.getByRole('dialog', { name: 'Test wallet' })).toBeVisible()
    await expect.poll(() => violations(page, dialogs), { message: 'wallet' }).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Test wallet' })).toBeFocused()
  })

  await payWithWallet(page, 'Visa •••• 4242')
  await expectConfirmed(page)
  expect(await space.records.bookings()).toMatchObject([
    {
      status: 'confirmed',
      total_price: totalMinor,
      guest_count: 3,
      extras: [
        { name: 'Projector', quantity: 1, amount: 1_500 },
        { name: 'Coffee', quantity: 3, amount: 900 },
      ],
    },
  ])

  await test.step('The host reads the message in the inbox', async () => {
    const host = await browserOf({ email: space.hostEmail })
    await host.goto('/messages')
    await host.getByRole('link', { name: /Wilma/ }).click()
    await expect(host.getByText(message)).toBeVisible()
  })

  /** Checks accessibility in a very tall window, in which the bottom bar covers no element. */
  async function violationsInFull(within: string): Promise<string[]> {
    await page.setViewportSize({ ...phone, height: 8_000 })
    const found = await violations(page, within)
    await page.setViewportSize(phone)
    return found
  }
})

test('a checkout reports an extra that the host removed, continues with another slot that the guest selects, and counts down the hold', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await addExtras(clients, space.id, extras)
  await signedUp('cleo')
  await page.clock.install()
  await page.goto(space.path)
  await chooseTime(page, { date: day, hours: 1, start: '4:00 PM' })
  await extra(page, 'Projector').check()
  await extra(page, 'Heating').check()
  await clients.server
    .from('space_extras')
    .delete()
    .match({ space_id: space.id, name: 'Projector' })
    .throwOnError()

  const answered = Promise.withResolvers<void>()
  await page.route('**/create-payment-intent', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel', exact: true }).focus()
  answered.resolve()
  await expect(page.getByRole('alert')).toContainText('The extras of this space have just changed')
  const review = page.getByRole('button', { name: 'Review your booking' })
  await expect(review).toBeFocused()
  await review.click()
  await expect(extra(page, 'Projector')).toBeHidden()
  await expect(extra(page, 'Heating')).toBeChecked()
  const newTotal = formatMoney(5_200 * 1.1, 'JPY')
  await expect(totalLine(page)).toContainText(`Total${newTotal}`)
  await continueToPayment(page)
  await expect(payButton(page)).toHaveText(`Pay ${newTotal}`)

  const timer = page.getByRole('timer')
  await expect(timer).toHaveText('Slot held for 15 minutes')
  await gridCell(page, day, '2:00 PM').click()
  await expect(form(page).getByRole('radio', { name: '2:00 PM', exact: true })).toBeChecked()
  await expect(gridCell(page, day, '2:00 PM')).toBeFocused()
  await continueToPayment(page)
  const summary = page.getByRole('region', { name: space.title })
  await expect(summary).toContainText('2:00 PM – 3:00 PM')

  await page.clock.fastForward('13:30')
  await expect(timer).toHaveText(/^Slot held for (0:\d\d|1:[0-3]\d)$/)
  await expect(page.getByText('Need more time? You can extend the hold.')).toBeVisible()
})

test.describe('a guest without a name', () => {
  // Ignores the console error for the name that the server refuses to save at first.
  test.use({ expectedConsoleErrors: /status of 500.*\/rest\/v1\/profiles/ })

  test('before it books a slot, the checkout asks a guest without a name for a name once, and the host sees the name', async ({
    page,
    signedIn,
    browserOf,
    clients,
  }) => {
    // Opening the payment step books a free space immediately, so the form asks for the name
    // before.
    const space = await listSpace(clients, { price: 0 })
    await signedIn((await createVerifiedUser(clients, 'nils')).email)
    await page.goto(space.path)
    await chooseTime(page, { date: day, hours: 1, start: '9:00 AM' })
    const next = page.getByRole('button', { name: 'Book for Free' })
    const name = page.getByRole('main').getByLabel('Your name')
    await next.click()
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()

    await test.step('A name is required', async () => {
      await next.click()
      await expect(name).toBeFocused()
      await expect(name).toHaveAccessibleDescription(/Please enter your name/)
      await page.setViewportSize({ ...phone, height: 8_000 })
      expect.soft(await violations(page, 'main'), 'phone').toEqual([])
      await page.setViewportSize(desktop)
      await expect.poll(() => violations(page, 'main'), { message: 'desktop' }).toEqual([])
    })

    await test.step('A name that could not be saved is kept, and nothing is booked', async () => {
      await page.route('**/rest/v1/profiles*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 500, json: { message: 'Out of order' } })
          : route.continue(),
      )
      await name.fill('  Nils Aalto ')
      await next.click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(name).toHaveValue('  Nils Aalto ')
      expect(await space.records.bookings()).toEqual([])
      await page.unroute('**/rest/v1/profiles*')
    })

    await next.click()
    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account of Nils Aalto' })).toBeVisible()

    await test.step('The next booking does not ask for the name again', async () => {
      await page.goto(space.path)
      await chooseTime(page, { date: day, hours: 1, start: '11:00 AM' })
      await next.click()
      await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    })

    const host = await browserOf({ email: space.hostEmail })
    await host.goto('/dashboard')
    const bookings = host.getByRole('region', { name: 'Guest bookings' }).getByRole('listitem')
    await expect(bookings.filter({ hasText: 'Nils Aalto' })).toHaveCount(2)
  })
})
