import { expect, test } from 'vitest'
import { dayName } from './day-name.ts'

test.each([
  ['2026-11-01T04:30:00Z', '2026-11-02T04:30:00Z', 'Today'],
  ['2026-10-31T16:00:00Z', '2026-11-02T04:30:00Z', 'Yesterday'],
  ['2027-03-14T16:00:00Z', '2027-03-15T04:30:00Z', 'Yesterday'],
  ['2027-03-14T04:30:00Z', '2027-03-15T04:30:00Z', 'Sat, Mar 13, 2027'],
  ['2026-12-31T16:00:00Z', '2027-01-01T16:00:00Z', 'Yesterday'],
])('dayName for %s in New York, with the current time %s, returns "%s"', (at, now, name) => {
  expect(dayName(new Date(at), 'America/New_York', new Date(now))).toBe(name)
})
