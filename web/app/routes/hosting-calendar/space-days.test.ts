import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SpaceDays } from './space-days.tsx'

function render(days: string[], now: string): string {
  return renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(SpaceDays, {
        space: { id: 'space', title: 'Loft', location: 'Barcelona', time_zone: 'Europe/Madrid' },
        days,
        entries: [],
        now: new Date(now),
        onBlock: () => {},
        onUnblock: () => {},
      }),
    ),
  )
}

test('the calendar of several spaces names the local time of a space by its city', () => {
  expect(render(['2026-11-23'], '2026-11-23T09:00:00Z')).toContain('Barcelona\u00a0time')
})

test('on a phone, the calendar of several spaces leaves out past days of the current week without entries', () => {
  const days = ['2026-11-22', '2026-11-23', '2026-11-24']
  const hiddenAt = (now: string) => render(days, now).match(/max-md:hidden/g)?.length ?? 0
  expect(hiddenAt('2026-11-22T09:00:00Z')).toBe(0)
  expect(hiddenAt('2026-11-24T09:00:00Z')).toBe(2)
  expect(hiddenAt('2026-12-01T09:00:00Z')).toBe(0)
})
