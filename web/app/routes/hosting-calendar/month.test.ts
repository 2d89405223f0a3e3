import { expect, test } from 'vitest'
import { monthDays } from './month.tsx'

test.each([
  ['2026-11-23', '2026-11-01', '2026-12-05', 35],
  ['2026-02-10', '2026-02-01', '2026-02-28', 28],
  ['2026-08-15', '2026-07-26', '2026-09-05', 42],
])('the month of %s is shown from %s to %s', (date, first, last, length) => {
  const days = monthDays(date)
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, length])
})
