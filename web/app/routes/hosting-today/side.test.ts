import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { NextPayout } from '#web/data/hosting-today.ts'
import { NextPayouts } from './side.tsx'

const payout = {
  id: 'p',
  currency: 'EUR',
  status: 'scheduled',
  amount_minor: 4140,
  withheld_minor: 0,
  owed_minor: 0,
  due_at: '2026-11-23T12:00:00Z',
  frozen_at: null,
  dispute_status: null,
  booking: { id: 'b', time_zone: 'Europe/Berlin', space: { title: 'Tonraum' } },
} as NextPayout

function render(hasPayouts: boolean): string {
  const now = new Date('2026-11-21T12:00:00Z')
  return renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(NextPayouts, { payouts: [payout], hasPayouts, now }),
    ),
  )
}

test('until the payout account is connected, the Today screen shows a link to the dashboard instead of the payout date', () => {
  const html = render(false)
  expect(html).toContain('Waits until you connect your payout account')
  expect(html).toMatch(/<a[^>]*href="\/dashboard"[^>]*>Connect your payout account/)
  expect(html).not.toContain('Nov 23')
})

test('the Today screen shows the date of a payout to a connected account', () => {
  const html = render(true)
  expect(html).toContain('Will be sent Mon, Nov 23')
  expect(html).not.toContain('Connect your payout account')
})
