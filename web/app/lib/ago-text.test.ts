import { expect, test } from 'vitest'
import { agoText } from './ago-text.ts'

test('agoText returns "just now" for an instant less than a minute ago, and otherwise the number of minutes, hours or days', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const before = (minutes: number) => agoText(new Date(+now - minutes * 60_000), now)
  expect([0.5, 1, 59, 60, 150, 24 * 60 - 1, 24 * 60, 72 * 60].map(before)).toEqual([
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '2 hours ago',
    '23 hours ago',
    '1 day ago',
    '3 days ago',
  ])
})
