import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { CalendarEntry } from '#web/data/host-calendar.ts'
import { SpaceDays } from './space-days.tsx'

function render(days: string[], now: string, entries: CalendarEntry[] = []): string {
  return renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(SpaceDays, {
        space: { id: 'space', title: 'Loft', location: 'Barcelona', time_zone: 'Europe/Madrid' },
        days,
        entries,
        now: new Date(now),
        onBlock: () => {},
        onUnblock: () => {},
      }),
    ),
  )
}

test('the calendar of several spaces names the city in whose local time the hours of a space are shown', () => {
  expect(render(['2026-11-23'], '2026-11-23T09:00:00Z')).toContain('Barcelona\u00a0time')
})

test('on a phone, the calendar of several spaces leaves out days without entries', () => {
  const days = ['2026-11-22', '2026-11-23', '2026-11-24']
  const hidden = (entries: CalendarEntry[]) =>
    render(days, '2026-11-23T09:00:00Z', entries).match(/max-md:hidden/g)?.length ?? 0
  const blocked = {
    space_id: 'space',
    kind: 'blackout',
    starts_at: '2026-11-24T09:00:00Z',
    ends_at: '2026-11-24T11:00:00Z',
  } as CalendarEntry
  expect(hidden([blocked])).toBe(2)
  expect(hidden([])).toBe(3)
  expect(render(days, '2026-11-23T09:00:00Z')).toContain('Nothing booked or blocked')
})
