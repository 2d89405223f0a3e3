import type { Page } from '@playwright/test'
import { platformFeePercentage, quote } from '@hourspace/domain/fees.ts'
import { formatMoney } from '@hourspace/domain/money.ts'
import { violations } from '../support/axe.ts'
import {
  cards,
  chooseTime,
  continueToPayment,
  dayInTokyo,
  expectConfirmed,
  gridCell,
  payButton,
  payWith,
} from '../support/booking.ts'
import { addExtras, listSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

/**
 * Expected rental price: two hours for three people (¥10,000), a projector (¥1,500) and coffee
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

async function payWithWallet(page: Page, card: string): Promise<void> {
  await page.getByRole('button', { name: 'Test wallet' }).click()
  const sheet = page.getByRole('dialog', { name: 'Test wallet' })
  await expect(sheet).toContainText(total)
  await sheet.getByRole('radio', { name: card }).check()
  await sheet.getByRole('button', { name: 'Pay with test wallet' }).click()
}

for (const [device, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1440, height: 900 }],
] as const) {
  test(`a guest on a ${device} chooses people and extras, sees the whole order with its refund rule and pays with a wallet`, async ({
    page,
    signedUp,
    clients,
  }) => {
    await page.setViewportSize(viewport)
    /**
     * Checks the page in a very tall window, so that the phone's navigation bar covers no element.
     */
    const violationsInFull = async () => {
      await page.setViewportSize({ ...viewport, height: 8_000 })
      const found = await violations(page)
      await page.setViewportSize(viewport)
      return found
    }
    const space = await listSpace(clients)
    await addExtras(clients, space.id, extras)
    await signedUp('wilma')

    await test.step('The form prices people and extras', async () => {
      await page.goto(`${space.path}?guests=3`)
      await expect(stepper(page)).toHaveValue('3')
      await chooseTime(page, { date: day, hours: 2, start: '11:00 AM' })
      await extra(page, 'Projector').check()
      await extra(page, 'Coffee').check()
      await expect(totalLine(page)).toHaveText(`Total${total}`)
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
      expect.soft(await violationsInFull(), 'form').toEqual([])
    })

    await test.step('The payment step names the order, the refund rule and the amount', async () => {
      await continueToPayment(page)
      const summary = page.getByRole('region', { name: space.title })
      for (const text of ['Tokyo, Japan', '11:00 AM – 1:00 PM (Tokyo time)', '3 people', 'Coffee'])
        await expect(summary).toContainText(text)
      await expect(summary.getByText(/^Your time: /)).toBeVisible()
      await expect(
        summary.getByText(/^Free cancellation until .*, 11:00 AM Tokyo time$/),
      ).toBeVisible()
      await expect(payButton(page)).toHaveText(`Pay ${total}`)
      await expect.poll(violationsInFull, { message: 'payment' }).toEqual([])
    })

    await test.step('A declined wallet keeps everything', async () => {
      await payWithWallet(page, 'Visa •••• 0002')
      await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
      await expect(page.getByRole('timer')).toContainText(/held for 1[45] minutes/)
      await page.getByRole('button', { name: 'Test wallet' }).click()
      await expect.poll(() => violations(page), { message: 'wallet' }).toEqual([])
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
  })
}

test('a guest chooses people up to the capacity and extras by keyboard, and Cancel keeps the choice', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await addExtras(clients, space.id, extras)
  await signedUp('kay')
  await page.goto(space.path)
  await chooseTime(page, { date: day, hours: 1, start: '3:00 PM' })
  await stepper(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(stepper(page)).toHaveValue('2')
  await page.keyboard.type('99')
  await page.keyboard.press('Tab')
  await expect(stepper(page)).toHaveValue('8')
  await expect(form(page).getByRole('button', { name: 'Increase People' })).toBeDisabled()
  await extra(page, 'Heating').focus()
  await page.keyboard.press('Space')
  await expect(extra(page, 'Heating')).toBeChecked()

  await continueToPayment(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(stepper(page)).toHaveValue('8')
  await expect(extra(page, 'Heating')).toBeChecked()
})

test('the payment step on a phone starts at the top of the screen, and the Back button returns to the selected time', async ({
  page,
  signedUp,
  clients,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const space = await listSpace(clients)
  await addExtras(clients, space.id, extras)
  await signedUp('bea')
  await page.goto('/about')
  await page.goto(space.path)
  await chooseTime(page, { date: day, hours: 1, start: '4:00 PM' })
  await continueToPayment(page)
  const heading = page.getByRole('heading', { name: 'Payment', exact: true })
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200)

  await page.goBack()
  await expect(heading).toBeHidden()
  await expect(page).toHaveURL(new RegExp(space.path))
  await expect(form(page).getByRole('radio', { name: /^4:00 PM/ })).toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('the payment step offers to extend the hold in its last two minutes, and selecting another slot reopens the booking form', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedUp('tim')
  await page.clock.install()
  await page.goto(space.path)
  await chooseTime(page, { date: day, hours: 1, start: '10:00 AM' })
  await continueToPayment(page)
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText('Slot held for 15 minutes')

  await gridCell(page, day, '2:00 PM').click()
  await expect(form(page).getByRole('radio', { name: '2:00 PM', exact: true })).toBeChecked()
  await expect(gridCell(page, day, '2:00 PM')).toBeFocused()
  await continueToPayment(page)
  const summary = page.getByRole('region', { name: space.title })
  await expect(summary).toContainText('2:00 PM – 3:00 PM')

  await page.clock.fastForward('13:30')
  await expect(timer).toHaveText(/^Slot held for 1:[0-3]\d$/)
  await expect(page.getByText('Need more time? You can extend the hold.')).toBeVisible()
})

test('a guest whose extras the host removes during checkout returns to the form with the current extras and total', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  await addExtras(clients, space.id, extras)
  await signedUp('cleo')
  await page.goto(space.path)
  await chooseTime(page, { date: day, hours: 1, start: '4:00 PM' })
  await extra(page, 'Projector').check()
  await extra(page, 'Heating').check()
  await clients.server
    .from('space_extras')
    .delete()
    .match({ space_id: space.id, name: 'Projector' })
    .throwOnError()

  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByRole('alert')).toContainText('The extras of this space have just changed')
  await page.getByRole('button', { name: 'Review your booking' }).click()
  await expect(extra(page, 'Projector')).toBeHidden()
  await expect(extra(page, 'Heating')).toBeChecked()
  await expect(totalLine(page)).toHaveText(`Total${formatMoney(5_200 * 1.1, 'JPY')}`)
  await continueToPayment(page)
  await payWith(page, cards.succeeds)
  await expectConfirmed(page)
})

test('a booking with the strict policy three days ahead is shown as non-refundable with free cancellation for 30 minutes, and is paid by card if neither the browser nor the account has a wallet', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients, { cancellation_policy: 'strict' })
  await signedUp('nora')
  await page.route('**/_sandbox/stripe/stripe.js', async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    await route.fulfill({ response, body: script.replace('googlePay: true', 'googlePay: false') })
  })
  await page.goto(space.path)
  await chooseTime(page, { date: dayInTokyo(3), hours: 1, start: '5:00 PM' })
  await continueToPayment(page)
  const summary = page.getByRole('region', { name: space.title })
  await expect(summary.getByText('Non-refundable', { exact: true })).toBeVisible()
  await expect(summary.getByText('Free cancellation for 30 minutes after booking')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Test wallet' })).toBeHidden()
  await expect(page.getByText('or pay by card')).toBeHidden()
  await payWith(page, cards.succeeds)
  await expectConfirmed(page)

  await page.goto('/my-bookings')
  await page.getByRole('button', { name: `Cancel Booking: ${space.title}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('You get ¥5,500 back.')
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect.poll(async () => (await space.records.bookings())[0]?.status).toBe('cancelled')
  expect((await space.records.refunds()).map(({ amount }) => amount)).toEqual([5_500])
})
