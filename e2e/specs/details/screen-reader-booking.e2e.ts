import { company } from '@hourspace/domain/company.ts'
import { platformFeePercentage, quote } from '@hourspace/domain/fees.ts'
import { formatMoney } from '@hourspace/domain/money.ts'
import { cards, dayInTokyo, gridCell, payWith } from '../../support/booking.ts'
import { showWeekOf, spokenDay } from '../../support/booking.ts'
import { checkOutAsRival, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

const date = dayInTokyo(7)
const price = quote(5_000, 'JPY', 2)
const fee = formatMoney(price.platformFeeMinor, 'JPY')
const total = formatMoney(price.totalMinor, 'JPY')

test('a guest can book a space by roles, accessible names and live announcements alone', async ({
  browserOf,
  clients,
}) => {
  test.slow()
  const space = await listSpace(clients)
  const guest = await browserOf('user')
  const main = guest.getByRole('main')
  const form = guest.getByRole('form', { name: 'Book this space' })

  await test.step('Results are a list of named links under one heading', async () => {
    await guest.goto(`/explore?q=${encodeURIComponent(space.title)}`)
    await expect(guest.locator('body')).toMatchAriaSnapshot(`
      - banner:
        - link "${company.name}, home"
        - navigation "Main"
      - main
      - contentinfo
    `)
    await expect(main).toMatchAriaSnapshot(`
      - heading "Explore Spaces" [level=1]
    `)
    await expect(main.getByRole('status').filter({ hasText: '1 space' })).toHaveCount(1)
    const list = main.getByRole('list', { name: 'Spaces' })
    await expect(list.getByRole('article')).toMatchAriaSnapshot(`
      - article:
        - heading "${space.title}" [level=3]:
          - link "${space.title}"
        - text: /¥5,000/
    `)
    await list.getByRole('link', { name: space.title }).click()
    await expect(main.getByRole('heading', { level: 1, name: space.title })).toBeVisible()
  })

  await test.step('Grid cells announce day, hour and state', async () => {
    await showWeekOf(guest, date)
    const grid = main.getByRole('grid', { name: /Weekly availability/ })
    await expect(grid.getByRole('columnheader')).toHaveCount(8)
    await expect(grid.getByRole('rowheader')).toHaveCount(13)
    await expect(grid.getByRole('gridcell')).toHaveCount(7 * 13)
    await expect(grid.getByRole('columnheader', { name: spokenDay(date) })).toHaveCount(1)
    const cell = gridCell(guest, date, '2:00 PM')
    await expect(cell).toHaveAccessibleName(`${spokenDay(date)}, 2:00 PM: free`)
    await expect(cell).toHaveAttribute('aria-selected', 'false')
    await cell.click()
    await expect(cell).toHaveAccessibleName(`${spokenDay(date)}, 2:00 PM: your choice`)
    await expect(cell).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('The form has a name and announces price changes', async () => {
    const hour = form.getByRole('group', { name: 'Start time' })
    await expect(hour.getByRole('radio', { name: '2:00 PM', exact: true })).toBeChecked()
    const hours = form.getByRole('textbox', { name: 'Duration (hours)' })
    await hours.fill('2')
    await hours.blur()
    const totalLine = form.locator('[aria-live=polite][aria-atomic=true]')
    await expect(totalLine).toHaveText(new RegExp(`^Total${total}≈ about \\$\\d+$`))
    await expect(totalLine.getByText('≈').locator('xpath=ancestor::dd')).toHaveAttribute(
      'aria-live',
      'off',
    )
    await expect(form).toMatchAriaSnapshot(`
      - term: /Rental/
      - definition: ¥10,000
      - term: Platform fee (${platformFeePercentage}%)
      - definition: ${fee}
      - term: Total
      - definition: ${total}
    `)
  })

  await test.step('A slot taken by another guest is announced', async () => {
    await checkOutAsRival(clients, space.id, { date, hour: 14, hours: 1 })

    // A Realtime event about the other guest's hold updates the booking form, before the guest
    // sends a payment request.
    await expect(main.getByRole('alert').filter({ hasText: 'not available' })).toHaveCount(1)
    await form.getByRole('radio', { name: '4:00 PM', exact: true }).check()
    await form.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(main.getByRole('heading', { level: 2, name: 'Payment' })).toBeFocused()
  })

  await test.step('The payment step names the booking, the remaining time and each field', async () => {
    const summary = main.getByRole('region', { name: space.title })
    await expect(summary).toContainText('4:00 PM – 6:00 PM')
    await expect(main.getByRole('timer')).toHaveText(/^Slot held for 1[45] minutes$/)
    await expect(main.getByRole('status')).toHaveCount(1)
    const payment = main.getByRole('form', { name: 'Payment' })
    for (const name of ['Card number', 'Expiration date', 'Security code'])
      await expect(payment.getByRole('textbox', { name })).toBeVisible()
    await payWith(guest, cards.declined)
    await expect(payment.getByRole('alert')).toHaveText('Your card was declined.')
    await payWith(guest, cards.succeeds)
  })

  await test.step('The payment result is announced and is the page heading', async () => {
    const result = main.locator('[aria-live=polite]').filter({ hasText: 'Booking Confirmed' })
    await expect(result).toHaveText(
      'Booking ConfirmedPayment successful! Your booking has been confirmed.',
    )
    await expect(main).toMatchAriaSnapshot(`
      - heading "Booking Confirmed" [level=1]
      - paragraph: Payment successful! Your booking has been confirmed.
      - heading "${space.title}" [level=2]
      - link "View My Bookings"
      - link "Return to Home"
    `)
  })
})
