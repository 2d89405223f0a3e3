import { expect, test } from 'vitest'
import { blockerRows, blockerText } from './blocker-text.ts'

const loft = { id: '1', title: 'Loft', on_day: '2026-06-20', amount: null, currency: null }

test.each([
  ['guest_booking', 'You have booked or requested Loft on Jun 20, 2026', '/bookings/1'],
  ['host_booking', 'A guest has booked or requested Loft on Jun 20, 2026', '/bookings/1'],
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

test('blockerText links to the contact form for a refund or payout that may not arrive', () => {
  for (const kind of ['refund', 'payout'] as const)
    expect(blockerText({ ...loft, kind }).help?.to).toBe('/contact?subject=support')
})

test('blockerText of a problem report says that any damage must be settled', () => {
  expect(blockerText({ ...loft, kind: 'problem' }).hint).toContain('any damage is settled')
})

test('blockerRows summarizes four blockers of one kind in one row and keeps the other rows', () => {
  const days = ['2026-06-20', '2026-07-02', '2026-06-21', '2026-06-22']
  const bookings = days.map((on_day) => ({
    ...loft,
    id: on_day,
    on_day,
    kind: 'guest_booking' as const,
  }))
  const dispute = { ...loft, kind: 'dispute' as const }
  const [many, single] = blockerRows([...bookings, dispute])
  expect(many).toMatchObject({
    what: 'You have 4 upcoming bookings and requests, the last on Jul 2, 2026',
    link: { to: '/my-bookings' },
  })
  expect(many?.details[0]).toEqual({
    text: 'You have booked or requested Loft on Jun 20, 2026',
    to: '/bookings/2026-06-20',
  })
  expect(single).toMatchObject({ ...blockerText(dispute), details: [] })
  expect(blockerRows(bookings.slice(1))).toHaveLength(3)
})
