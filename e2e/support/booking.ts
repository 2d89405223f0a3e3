import { parseDate } from '@internationalized/date'
import { expect, type Locator, type Page } from '@playwright/test'
import { todayIn } from '@hourspace/domain/slots.ts'

export const cards = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  asksForAuthentication: '4000 0025 0000 3155',
}

/** Returns the date in Tokyo (YYYY-MM-DD) that is `days` days from today. */
export function dayInTokyo(days: number): string {
  return parseDate(todayIn('Asia/Tokyo', new Date())).add({ days }).toString()
}

/** Formats a day as 'Tuesday, November 24'. */
export function spokenDay(date: string): string {
  return parseDate(date).toDate('UTC').toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })
}

type Time = { date: string; hours: number; start: string }

/** Selects a day, a duration and a start time ('10:00 AM') on a space page. */
export async function chooseTime(page: Page, { date, hours, start }: Time): Promise<void> {
  await chooseDay(page, date)
  const duration = page.getByRole('textbox', { name: 'Duration (hours)' })
  await duration.fill(String(hours))
  await duration.blur()
  await slot(page, start).check()
}

export async function chooseDay(page: Page, date: string): Promise<void> {
  await page.getByRole('button', { name: 'Calendar' }).click()
  const calendar = page.getByRole('dialog')
  await expect(calendar).toBeVisible()
  const day = calendar.getByRole('button', { name: `${spokenDay(date)},` })
  if (!(await day.isVisible())) await calendar.getByRole('button', { name: 'Next' }).first().click()
  await day.click()
  await expect(calendar).toBeHidden()
}

/** Returns the radio button of a start time, which is disabled when the slot is taken. */
export function slot(page: Page, start: string): Locator {
  return page.getByRole('radio', { name: new RegExp(`^${start}`) })
}

export async function continueToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Continue to (Payment|Request)$/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
}

/** Enters a card number and submits the payment or the booking request. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await payButton(page).click()
}

/**
 * Returns the button that pays or sends a booking request. The name of the pay button contains the
 * amount.
 */
export function payButton(page: Page): Locator {
  return page
    .getByRole('form', { name: 'Payment' })
    .getByRole('button', { name: /^Pay \S*\d|^Request to book$/ })
}

/** Selects a time, pays for the booking and waits for the confirmation. */
export async function bookWith(page: Page, time: Time, card: string): Promise<void> {
  await chooseTime(page, time)
  await continueToPayment(page)
  await payWith(page, card)
  await expectConfirmed(page)
}

/** Expects the confirmation screen of a successful payment. */
export async function expectConfirmed(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText('Payment successful! Your booking has been confirmed.')).toBeVisible()
}

/** Returns the cell of a day and hour in the weekly availability grid. */
export function gridCell(page: Page, date: string, hour: string): Locator {
  return page.getByRole('gridcell', { name: new RegExp(`^${spokenDay(date)}, ${hour}:`) })
}

/**
 * Shows the week of a date in the weekly grid. The date must be in the current or the next week.
 */
export async function showWeekOf(page: Page, date: string): Promise<void> {
  const cell = gridCell(page, date, '9:00 AM')
  // Presses 'Next week' only if needed, because the grid may already show the next week late on a
  // Saturday.
  await expect(page.getByRole('grid', { name: 'Weekly availability' })).toBeVisible()
  if (!(await cell.isVisible()))
    await page.getByRole('button', { name: 'Next week', exact: true }).click()
  await expect(cell).toBeVisible()
}
