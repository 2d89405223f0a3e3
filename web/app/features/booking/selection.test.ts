import { expect, test } from 'vitest'
import { slotsOfDay, spanAt } from '@hourspace/domain/slots.ts'
import { clampHours, problemWithSelection, spanOf, type Selection } from './selection.ts'

const timeZone = 'Europe/London'
const today = '2026-11-21'
const taken = [spanAt(today, 15, 2, timeZone)!]

function problem(selection: Selection) {
  const slots = selection.date
    ? slotsOfDay({
        date: selection.date,
        hours: selection.hours,
        timeZone,
        taken,
        now: new Date('2026-11-21T12:30:00Z'),
      })
    : []
  return problemWithSelection(selection, slots, today)
}

test('a day and an hour are needed', () => {
  expect(problem({ date: null, hour: 10, hours: 1 })).toBe('Please select a date and time')
  expect(problem({ date: today, hour: null, hours: 1 })).toBe('Please select a date and time')
})

test('what has begun cannot be booked', () => {
  const text = 'Please select a future date and time'
  expect(problem({ date: today, hour: 12, hours: 1 })).toBe(text)
  expect(problem({ date: '2026-11-20', hour: null, hours: 1 })).toBe(text)
})

test('a longer stay may run into somebody else', () => {
  expect(problem({ date: today, hour: 13, hours: 2 })).toBeNull()
  expect(problem({ date: today, hour: 13, hours: 3 })).toBe('This time slot is not available')
})

test('the chosen span is in the time of the space', () => {
  const span = spanOf({ date: '2026-07-01', hour: 9, hours: 2 }, timeZone)
  expect(span?.startsAt.toISOString()).toBe('2026-07-01T08:00:00.000Z')
  expect(span?.endsAt.toISOString()).toBe('2026-07-01T10:00:00.000Z')
})

test('hours stay whole, from 1 to 24', () => {
  expect([0, 2.4, 30].map(clampHours)).toEqual([1, 2, 24])
})
