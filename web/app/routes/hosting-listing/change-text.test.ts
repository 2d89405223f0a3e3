import { expect, test } from 'vitest'
import { changeText } from './change-text.ts'

test.each([
  ['price', 40, 45, 'Price per hour: 40 → 45'],
  ['available', true, false, 'Open for bookings: yes → no'],
  ['neighborhood', '', 'Kreuzberg', 'Neighborhood: empty → Kreuzberg'],
  ['description', 'x'.repeat(50), 'short', 'Description changed'],
  ['opening_hours', null, [], 'Opening hours changed'],
  ['archived_at', null, '2026-11-23T00:00:00Z', 'Archived'],
  ['archived_at', '2026-11-23T00:00:00Z', null, 'Restored'],
])('the history shows a change of %s from %s to %s as "%s"', (field, before, after, text) => {
  expect(changeText(field, before, after)).toBe(text)
})
