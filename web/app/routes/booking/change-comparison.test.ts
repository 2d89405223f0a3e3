import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChangeComparison } from './change-comparison.tsx'
import type { BookingChange } from '#web/data/changes.ts'
import { ChangeCost, isNewTime, Result } from './change-panel.tsx'

test('the comparison of a booking change lists date and time separately and keeps each time of day on one line', () => {
  const before = {
    startsAt: new Date('2026-12-05T15:00:00Z'),
    endsAt: new Date('2026-12-05T17:00:00Z'),
    guests: 1,
    extras: [],
    total: 100,
  }
  const after = { ...before, endsAt: new Date('2026-12-05T19:00:00Z'), total: 200 }
  const props = { before, after, timeZone: 'America/New_York', currency: 'USD' } as const
  const html = renderToStaticMarkup(createElement(ChangeComparison, props))
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]+>/g, ''),
    ),
  )
  expect(rows.slice(1)).toEqual([
    ['Date', 'Sat, Dec 5, 2026', 'Same'],
    ['Time', '10:00\u00a0AM – 12:00\u00a0PM', '10:00\u00a0AM – 2:00\u00a0PM'],
    ['Length', '2 hours', '4 hours'],
    ['People', '1', 'Same'],
    ['Total', '$100.00', '$200.00'],
  ])
})

test.each([
  [20, ' Your card is authorized for $20.00 and charged only if Kenji accepts.'],
  [-20, ' You get $20.00 back on your card if Kenji accepts.'],
  [0, ''],
])('a guest who proposed a change with a difference of %i USD reads "%s"', (difference, text) => {
  const props = { difference, currency: 'USD', host: 'Kenji' } as const
  const html = renderToStaticMarkup(createElement(ChangeCost, props))
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(text)
})

test('isNewTime returns true if a change moves the start or the end, and false if it only changes people or extras', () => {
  const same = {
    old_start_time: '2026-12-05T15:00:00+00:00',
    old_end_time: '2026-12-05T17:00:00+00:00',
    start_time: '2026-12-05T15:00:00+00:00',
    end_time: '2026-12-05T17:00:00+00:00',
  }
  expect(isNewTime(same)).toBe(false)
  expect(isNewTime({ ...same, start_time: '2026-12-05T14:00:00+00:00' })).toBe(true)
  expect(isNewTime({ ...same, end_time: '2026-12-05T18:00:00+00:00' })).toBe(true)
})

test.each([
  ['host', 'withdrawn', 'guest', 'The host withdrew the proposed change.'],
  ['host', 'withdrawn', 'host', ''],
  ['host', 'expired', 'guest', 'The proposed change was not answered in time.'],
  ['host', 'expired', 'host', 'The proposed change was not answered in time.'],
  ['host', 'declined', 'guest', ''],
  // The host never sees a proposal whose payment the guest has not authorized.
  ['guest', 'withdrawn', 'host', ''],
  ['guest', 'expired', 'host', ''],
])(
  'a change proposed by the %s with status %s shows the %s the text "%s"',
  (by, status, to, text) => {
    const change = {
      proposed_by: by,
      status,
      answer_by: '2026-12-03T15:00:00Z',
      old_total_minor: 100,
      total_minor: 200,
    } as BookingChange
    const props = { change, isHost: to === 'host', now: new Date('2026-12-04T15:00:00Z') }
    const html = renderToStaticMarkup(createElement(Result, props)).replaceAll(/<[^>]+>/g, '')
    const rest = to === 'host' ? '.' : ', and you pay nothing for the change.'
    expect(html).toBe(text && `${text} The booking stays as it was${rest}`)
  },
)
