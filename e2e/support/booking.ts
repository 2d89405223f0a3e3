import { parseDate } from '@internationalized/date'
import { expect, type Locator, type Page } from '@playwright/test'
import { todayIn } from '@hourspace/domain/slots.ts'

export const cards = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  asksForAuthentication: '4000 0025 0000 3155',
}

/** The calendar day (YYYY-MM-DD) that is `days` after today in Tokyo. */
export function dayInTokyo(days: number): string {
  return parseDate(todayIn('Asia/Tokyo', new Date())).add({ days }).toString()
}

/** A day as people read it: 'Tuesday, November 24'. */
export function spokenDay(date: string): string {
  return parseDate(date).toDate('UTC').toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })
}

export type Time = { date: string; hours: number; start: string }

/** Chooses a day, a duration and a start ('10:00 AM') on the page of a space. */
export async function chooseTime(page: Page, { date, hours, start }: Time): Promise<void> {
  await chooseDay(page, date)
  const duration = page.getByRole('textbox', { name: 'Duration (hours)' })
  await duration.fill(String(hours))
  await duration.blur()
  await slot(page, start).check()
}

/** Chooses a day in the calendar. */
export async function chooseDay(page: Page, date: string): Promise<void> {
  await page.getByRole('button', { name: 'Calendar' }).click()
  const calendar = page.getByRole('dialog')
  // Its code is fetched when it is first asked for.
  await expect(calendar).toBeVisible()
  const day = calendar.getByRole('button', { name: spokenDay(date) })
  if (!(await day.isVisible())) await calendar.getByRole('button', { name: 'Next' }).first().click()
  await day.click()
  await expect(calendar).toBeHidden()
}

/** The choice of a start time; disabled when it is taken. */
export function slot(page: Page, start: string): Locator {
  return page.getByRole('radio', { name: new RegExp(`^${start}`) })
}

/** Goes on to the payment and waits for the card's fields. */
export async function continueToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
}

/** Fills in a card and pays. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay Now' }).click()
}

/** Chooses a time, pays for it, and waits until it is booked. */
export async function bookWith(page: Page, time: Time, card: string): Promise<void> {
  await chooseTime(page, time)
  await continueToPayment(page)
  await payWith(page, card)
  await expectConfirmed(page)
}

/** The confirmation screen says that all is well. */
export async function expectConfirmed(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText('Payment successful! Your booking has been confirmed.')).toBeVisible()
}

/** A cell of the weekly grid, as it is read out. */
export function gridCell(page: Page, date: string, hour: string): Locator {
  return page.getByRole('gridcell', { name: new RegExp(`^${spokenDay(date)}, ${hour}:`) })
}

/** Turns the weekly grid to the week of a day that lies within the next two weeks. */
export async function showWeekOf(page: Page, date: string): Promise<void> {
  const cell = gridCell(page, date, '9:00 AM')
  // Late on a Saturday the grid opens on the week that comes.
  await expect(page.getByRole('grid', { name: 'Weekly availability' })).toBeVisible()
  if (!(await cell.isVisible())) await page.getByRole('button', { name: 'Next week' }).click()
  await expect(cell).toBeVisible()
}
