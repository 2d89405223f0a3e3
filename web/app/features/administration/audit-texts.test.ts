import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionText, changeText, reasonText, targetPath, targetText } from './audit-texts.ts'

const root = join(import.meta.dirname, '../../../..')
const calls = globSync(['supabase/schemas/*.sql', 'launch/commands/*.ts'], { cwd: root }).flatMap(
  (file) => readFileSync(join(root, file), 'utf8').match(/record_admin_action\([^;]*/g) ?? [],
)
const actions = new Set(
  calls.flatMap((call) => [...call.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, name]) => name!)),
)

test('the audit log has a verb phrase for every action that SQL functions and commands record', () => {
  expect(actions.size).toBeGreaterThan(15)
  // For an action without a verb phrase, actionText returns the action's name and a colon.
  const unknown = [...actions].filter(
    (action) => actionText(action) === `${action.replaceAll(/[._]/g, ' ')}:`,
  )
  expect(unknown).toEqual([])
})

test.each([
  ['space_type.rename', { from: 'Studio', to: 'Atelier' }, 'Studio → Atelier'],
  ['space_type.rename', { from: 'Studio', to: 'Studio' }, ''],
  ['space_type.remove', { merged_into: 'office' }, 'Replaced by office'],
  ['space_type.remove', { merged_into: null }, ''],
  ['user.ban', { until: '2026-12-04T10:00:00Z' }, 'Until Dec 4, 2026, 10:00 AM UTC'],
  ['user.ban', { until: '2126-11-03T10:00:00Z' }, 'For good'],
  ['user.unban', { until: '2026-12-04T10:00:00Z' }, ''],
  ['mail.resend', { template: 'booking-confirmed' }, 'Booking confirmed'],
  ['problem.declined', { kind: 'damage' as const }, 'Damage'],
  ['problem.declined', {}, ''],
])('the audit log describes the change of %s with %o as "%s"', (action, details, text) => {
  expect(changeText({ action, details, amount_minor: null, currency: 'USD' })).toBe(text)
})

test.each([
  ['booking.cancel', {}, 'Refund: $50.00'],
  ['problem.upheld', { kind: 'no_access' as const }, 'No access to the space: $50.00'],
  ['problem.upheld', {}, 'Amount: $50.00'],
  ['refund.retry', {}, 'Refund: $50.00'],
  ['payout.keep', {}, 'Payout: $50.00'],
  ['difference.repair', {}, 'Correction: $50.00'],
  ['dispute.answer', {}, 'Disputed: $50.00'],
])('the audit log shows the amount of %s with %o as "%s"', (action, details, text) => {
  expect(changeText({ action, details, amount_minor: 5000, currency: 'USD' })).toBe(text)
  expect(changeText({ action, details, amount_minor: 50, currency: 'JPY' })).toContain('¥50')
})

test('the audit log shows the text of a cancellation reason instead of its code', () => {
  expect(reasonText({ action: 'booking.cancel', reason: 'unsafe: No exit: none' })).toBe(
    'The space is not safe: No exit: none',
  )
  expect(reasonText({ action: 'booking.cancel', reason: 'unsafe' })).toBe('The space is not safe')
  expect(reasonText({ action: 'user.ban', reason: 'unsafe' })).toBe('unsafe')
})

const id = '5e1f3c1a-0000-4000-8000-000000000001'

test.each([
  ['user', `/admin/users/${id}`],
  ['space', `/admin/listings?q=${id}`],
  ['message', `/admin/inbox/${id}`],
  ['dispute', `/admin/bookings?q=${id}`],
  ['review', null],
])('the audit log links a target of type %s to %s', (type, path) => {
  expect(targetPath({ target_type: type, target_id: id, booking_id: null })).toBe(path)
})

test.each(['booking', 'refund', 'payout', 'review', 'dispute', 'difference'])(
  'the audit log links a target of type %s to its booking',
  (type) => {
    const entry = { target_type: type, target_id: '7', booking_id: id }
    expect(targetPath(entry)).toBe(`/admin/bookings/${id}`)
  },
)

test('the audit log names a target without a title by its type and the first digits of its id', () => {
  const target = { target: null, target_id: id }
  expect(targetText({ ...target, target_type: 'review' })).toBe('review 5e1f3c1a')
  expect(targetText({ ...target, target_type: 'message' })).toBe('message')
  expect(targetText({ target: null, target_type: 'difference', target_id: '7' })).toBe(
    'difference 7',
  )
  expect(targetText({ target: null, target_type: 'job', target_id: 'send-mails' })).toBe(
    'send-mails',
  )
})
