import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { HostFacts, NextPayout } from '#web/data/hosting-today.ts'
import { NextPayouts, PayoutNotice } from './side.tsx'

const payout = {
  id: 'p',
  currency: 'EUR',
  status: 'scheduled',
  amount_minor: 4140,
  withheld_minor: 0,
  owed_minor: 0,
  due_at: '2026-11-23T12:00:00Z',
  stripe_transfer_id: null,
  refused_at: null,
  frozen_at: null,
  dispute_status: null,
  booking: { id: 'b', time_zone: 'Europe/Berlin', space: { title: 'Tonraum' } },
} as NextPayout

type Account = HostFacts['account']

const markup = (element: ReactElement) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, element))

function render(account: Account): string {
  const now = new Date('2026-11-21T12:00:00Z')
  return markup(createElement(NextPayouts, { payouts: [payout], account, now }))
}

const notice = (account: Account, payouts = [payout]) =>
  markup(createElement(PayoutNotice, { payouts, account }))

test('until the payout account is connected, the Today screen shows a link to the dashboard instead of the payout date', () => {
  const html = render('not_connected')
  expect(html).toContain('Waits until you connect your payout account')
  expect(html).toMatch(/<a[^>]*href="\/dashboard"[^>]*>Connect your payout account/)
  expect(html).not.toContain('Nov 23')
})

test('the Today screen shows the date of a payout to a connected account', () => {
  const html = render('ready')
  expect(html).toContain('Will be sent Mon, Nov 23')
  expect(html).not.toContain('Connect your payout account')
})

test('while Stripe has paused a payout account, the Today screen does not ask the host to connect it', () => {
  const html = render('incomplete')
  expect(html).toContain('Kept for you until your payouts are ready')
  expect(html).toMatch(/<a[^>]*href="\/dashboard"[^>]*>Check your payout account/)
  expect(html).not.toContain('connect')
  expect(notice('incomplete')).toContain('Your payouts are not ready')
  expect(notice('incomplete', [])).toBe('')
})

test('after the bank has refused a payout, the Today screen links to the bank details', () => {
  const html = notice('bank_refused', [])
  expect(html).toContain('Your bank has refused a payout')
  expect(html).toMatch(/<a[^>]*href="\/dashboard"[^>]*>Check bank details/)
  expect(render('bank_refused')).toContain('Will be sent Mon, Nov 23')
  expect(notice('ready')).toBe('')
  expect(notice('not_connected')).toBe('')
})
