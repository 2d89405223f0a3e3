import { expect, test } from 'vitest'
import { monthName } from './month-name.ts'

test.each(['2026-11', '2026-11-01'])('monthName formats %s in UTC', (month) => {
  expect(monthName(month)).toBe('November 2026')
})
