import { expect, test } from 'vitest'
import { feedFile } from './feed-file.ts'

const id = '7d3c1f6e-0000-4000-8000-000000000001'
const entry = {
  id,
  starts_at: '2026-11-25T11:00:00+00:00',
  ends_at: '2026-11-25T12:00:00+00:00',
  since: '2026-11-20T08:00:00+00:00',
}
const fileOf = (kind: 'booking' | 'request' | 'buffer' | 'block') =>
  feedFile({ title: 'Loft', entries: [{ ...entry, kind }] })

test('the calendar export contains UTC times and a UID, and is identical for the same entries', () => {
  const lines = fileOf('booking').split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'X-WR-CALNAME:Loft on Hourspace',
      `UID:booking-${id}@hourspace.demo`,
      'DTSTART:20261125T110000Z',
      'DTEND:20261125T120000Z',
      'SUMMARY:Booked on Hourspace',
      'STATUS:CONFIRMED',
    ]),
  )
  expect(fileOf('booking')).toBe(fileOf('booking'))
})

test('the calendar export lists a request as tentative under the UID of its later booking', () => {
  const lines = fileOf('request').split('\r\n')
  expect(lines).toContain(`UID:booking-${id}@hourspace.demo`)
  expect(lines).toContain('STATUS:TENTATIVE')
})

test('the calendar export lists buffers and blocks under separate UIDs', () => {
  expect(fileOf('buffer')).toContain(`UID:buffer-${id}@hourspace.demo`)
  expect(fileOf('block')).toContain(`UID:block-${id}@hourspace.demo`)
})
