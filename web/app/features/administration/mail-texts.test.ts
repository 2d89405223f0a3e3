import { expect, test } from 'vitest'
import { mailName } from './mail-texts.ts'

test.each([
  ['booking-confirmed', 'Booking confirmed'],
  ['reminder-day', 'Reminder a day before the start'],
])('the admin pages show the email template %s as "%s"', (template, name) => {
  expect(mailName(template)).toBe(name)
})
