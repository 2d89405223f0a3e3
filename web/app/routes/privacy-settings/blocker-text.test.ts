import { expect, test } from 'vitest'
import { blockerText } from './blocker-text.ts'

const loft = { id: '1', title: 'Loft', on_day: '2026-06-20', amount: null, currency: null }

test.each([
  ['guest_booking', 'You have booked Loft on Jun 20, 2026', '/my-bookings'],
  ['host_booking', 'A guest has booked Loft on Jun 20, 2026', '/dashboard'],
  ['guest_checkout', 'You are in the middle of booking Loft on Jun 20, 2026', '/explore'],
  ['host_checkout', 'A guest is booking Loft right now', '/dashboard'],
  ['dispute', 'The payment for Loft on Jun 20, 2026 is disputed', '/contact?subject=support'],
] as const)('the deletion blocker %s has a text and a link', (kind, what, to) => {
  expect(blockerText({ ...loft, kind })).toMatchObject({ what, link: { to } })
})

test('blockerText shows each amount in its currency', () => {
  const owed = { ...loft, amount: 9000, currency: 'JPY' as const }
  expect(blockerText({ ...owed, kind: 'payout' }).what).toBe(
    'Your share of ¥9,000 for Loft on Jun 20, 2026 is not paid out yet',
  )
  expect(blockerText({ ...owed, kind: 'refund' }).what).toContain('A refund of ¥9,000 for Loft')
})
