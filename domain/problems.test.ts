import { expect, test } from 'vitest'
import { cancelReasonText, reportableProblems } from './problems.ts'

test('cancelReasonText addresses its reader as "you" if the reason is about the reader', () => {
  expect(cancelReasonText('guest_asked')).toBe('The guest asked for it')
  expect(cancelReasonText('guest_asked', 'host')).toBe('The guest asked for it')
  expect(cancelReasonText('guest_asked', 'guest')).toBe('You asked for it')
  expect(cancelReasonText('host_unreachable', 'host')).toBe('You couldn’t be reached')
})

test('cancelReasonText returns null for a missing or unknown reason', () => {
  expect(cancelReasonText(null)).toBeNull()
  expect(cancelReasonText('unknown', 'guest')).toBeNull()
})

test('reportableProblems omits a kind of problem that is already reported or was withdrawn three times', () => {
  const times = { start: new Date('2026-12-01T10:00Z'), end: new Date('2026-12-01T12:00Z') }
  const withdrawn = { kind: 'no_access', status: 'withdrawn' } as const
  const kindsWith = (reports: Parameters<typeof reportableProblems>[3]) =>
    reportableProblems('guest', times, times.start, reports)
  expect(kindsWith([withdrawn, withdrawn])).toEqual(['no_access', 'not_as_described'])
  expect(kindsWith([withdrawn, { kind: 'no_access', status: 'open' }])).toEqual([
    'not_as_described',
  ])
  expect(kindsWith([withdrawn, withdrawn, withdrawn])).toEqual(['not_as_described'])
})
