import type { Locator, Page } from '@playwright/test'
import { cards, expectConfirmed } from '../../support/booking.ts'
import { addExtras, listSpace } from '../../support/market.ts'
import { newAddress, password } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

/** Presses a key, by default Tab, until an element has focus. */
async function tabTo(page: Page, instance: Locator, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 60; step++) {
    if (await instance.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(instance).toBeFocused()
}

// The guest's first attempt to pay fails.
test.use({ expectedConsoleErrors: /status of (429|503) .*\/create-payment-intent/ })

test('a guest signs up, selects a time, the number of people and an extra, and pays by keyboard alone', async ({
  page,
  clients,
}) => {
  test.slow()
  const space = await listSpace(clients)
  await addExtras(clients, space.id, [{ name: 'Heating', price: 200, unit: 'hour' }])
  await page.goto('/explore')

  await test.step('The guest signs up by keyboard', async () => {
    const opener = page.getByRole('button', { name: 'Sign In / Sign Up' })
    await expect(opener).toBeVisible()
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /Sign In|Create an Account/ })
    await tabTo(page, dialog.getByRole('button', { name: 'Create an Account' }))
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.getByLabel('Email'))
    await page.keyboard.type(newAddress('kim'))
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })

  await test.step('Search finds the space by title', async () => {
    await tabTo(page, page.getByRole('combobox', { name: 'Search spaces' }))
    await page.keyboard.type(space.title)
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 space', { exact: true })).toBeVisible()
    await tabTo(page, page.getByRole('main').getByRole('link', { name: space.title, exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: space.title })).toBeVisible()
  })

  await test.step('The grid is one tab stop; arrow keys move within it', async () => {
    const grid = page.getByRole('grid', { name: 'Weekly availability' })
    const entry = grid.locator('[tabindex="0"]')
    await expect(entry).toHaveCount(1)
    await expect(entry).toHaveAccessibleName(/: free$/)
    await tabTo(page, entry)
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Home')
    for (let row = 0; row < 13; row++) await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const cell = grid.locator('[tabindex="0"]')
    await expect(cell).toBeFocused()
    await expect(cell).toHaveAccessibleName(/^Monday, .*10:00 AM: free$/)
    await page.keyboard.press('Enter')
    await expect(cell).toHaveAccessibleName(/: your choice$/)
    await expect(cell).toHaveAttribute('aria-selected', 'true')
  })

  const people = page.getByRole('textbox', { name: 'People' })
  const heating = page.getByRole('checkbox', { name: 'Heating' })
  await test.step("The form shows the selected slot and the guest's local time", async () => {
    const form = page.getByRole('form', { name: 'Book this space' })
    await expect(form.getByRole('radio', { name: '10:00 AM' })).toBeChecked()
    await expect(form.getByText(/^Your time: Sun, .*PM/)).toBeVisible()
    // Presses Shift+Tab, because the booking form comes before the weekly grid in the tab order.
    await tabTo(page, heating, 'Shift+Tab')
    await page.keyboard.press('Space')
    await expect(heating).toBeChecked()
    await tabTo(page, people, 'Shift+Tab')
    await page.keyboard.press('ArrowUp')
    await expect(people).toHaveValue('2')
    await page.keyboard.type('99')
    await page.keyboard.press('Tab')
    // Eight people is the capacity of the space.
    await expect(people).toHaveValue('8')
    await expect(form.getByRole('button', { name: 'Increase People' })).toBeDisabled()
    await tabTo(page, form.getByRole('button', { name: 'Continue to Payment' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
    await tabTo(page, page.getByLabel('Your name'))
    await page.keyboard.type('Kim Larsen')
    await page.route('**/create-payment-intent', (route) =>
      route.fulfill({ status: 503, json: {} }),
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
  })

  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  await test.step('The payment step keeps the focus after a retry and when the payment is ready', async () => {
    const retry = page.getByRole('button', { name: 'Try again' })
    await expect(retry).toBeVisible()
    const answered = Promise.withResolvers<void>()
    await page.route('**/create-payment-intent', async (route) => {
      await answered.promise
      await route.continue()
    })
    await tabTo(page, retry)
    await page.keyboard.press('Enter')
    await expect(retry).toBeHidden()
    await expect(page.locator('body')).not.toBeFocused()
    await tabTo(page, cancel)
    answered.resolve()
    await expect(page.getByLabel('Card number')).toBeVisible()
    await expect(cancel).toBeFocused()
  })

  await test.step('Cancel returns to the time selection and keeps the choice', async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Book this space' })).toBeFocused()
    await expect(people).toHaveValue('8')
    await expect(heating).toBeChecked()
    await tabTo(page, page.getByRole('button', { name: 'Continue to Payment' }))
    await page.keyboard.press('Enter')
  })

  await test.step('A failed extension of the hold keeps the typed card number', async () => {
    const card = page.getByLabel('Card number')
    await card.fill('4242 42')
    const intent = '**/create-payment-intent'
    await tabTo(page, page.getByRole('button', { name: 'Extend hold' }), 'Shift+Tab')
    for (const status of [503, 429]) {
      await page.route(intent, (route) => route.fulfill({ status, json: {} }), { times: 1 })
      await page.keyboard.press('Enter')
      await expect(page.getByText(`Failed to create payment intent (${status})`)).toBeVisible()
      await expect(card).toHaveValue('4242 42')
    }
    await card.fill('')
  })

  await test.step('The hold is extended and the payment succeeds', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Extend hold' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('timer')).toContainText(/held for 1[45] minutes/)
    await tabTo(page, page.getByLabel('Card number'))
    await page.keyboard.type(cards.succeeds)
    await page.keyboard.press('Tab')
    await page.keyboard.type('1234')
    await page.keyboard.press('Tab')
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await expectConfirmed(page)
  })

  expect(await space.records.bookings()).toHaveLength(1)
})
