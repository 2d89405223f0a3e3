import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SpaceDays } from './space-days.tsx'

test('the calendar of several spaces names the local time of a space by its city', () => {
  const html = renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(SpaceDays, {
        space: { id: 'space', title: 'Loft', location: 'Barcelona', time_zone: 'Europe/Madrid' },
        days: ['2026-11-23'],
        entries: [],
        now: new Date('2026-11-23T09:00:00Z'),
        onBlock: () => {},
        onUnblock: () => {},
      }),
    ),
  )
  expect(html).toContain('Barcelona\u00a0time')
})
