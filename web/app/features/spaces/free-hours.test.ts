import { expect, test } from 'vitest'
import { formatNextFree } from './free-hours.ts'

const now = new Date('2026-12-04T14:30:00Z')

test.each([
  ['2026-12-04T15:00:00Z', 'Europe/Berlin', 'Free today from 4:00 PM'],
  ['2026-12-05T09:00:00Z', 'Europe/Berlin', 'Free tomorrow from 10:00 AM'],
  ['2026-12-07T09:00:00Z', 'Europe/Berlin', 'Free Mon from 10:00 AM'],
  ['2026-12-20T09:00:00Z', 'Europe/Berlin', 'Free Dec 20 from 10:00 AM'],
  // In Tokyo it is still December 4, so 9:00 AM on December 5 is tomorrow.
  ['2026-12-05T00:00:00Z', 'Asia/Tokyo', 'Free tomorrow from 9:00 AM'],
  ['2026-12-04T19:00:00Z', 'Pacific/Auckland', 'Free today from 8:00 AM'],
])('formatNextFree shows the free hour %s in %s as "%s"', (start, timeZone, expected) => {
  expect(formatNextFree(start, timeZone, { now })).toBe(expected)
})

test.each([
  // Tokyo and Auckland already have December 5, while New York still has December 4.
  ['2026-12-05T00:00:00Z', 'Asia/Tokyo', 'Free Sat from 9:00 AM'],
  ['2026-12-05T20:00:00Z', 'Pacific/Auckland', 'Free Sun from 9:00 AM'],
  ['2026-12-04T19:00:00Z', 'America/Los_Angeles', 'Free today from 11:00 AM'],
])(
  'formatNextFree shows the free hour %s in %s as "%s" to a viewer in New York',
  (start, timeZone, expected) => {
    const at = new Date('2026-12-04T15:30:00Z')
    expect(formatNextFree(start, timeZone, { now: at, viewerZone: 'America/New_York' })).toBe(
      expected,
    )
  },
)
