import { expect, test } from 'vitest'
import type { MoneyEvent } from '#web/data/money-timeline.ts'
import { moneyText, moneyTimeText } from './money-timeline-texts.ts'

test('moneyTimeText formats an arrival at a bank as a day in UTC, and other events as local times', () => {
  const midnight = '2030-06-11T00:00:00Z'
  expect(moneyTimeText('expected_at_bank', midnight, 'America/New_York')).toBe('Tue, Jun 11, 2030')
  expect(moneyTimeText('sent', midnight, 'America/New_York')).toBe('Mon, Jun 10, 8:00\u00a0PM')
})

test.each([
  ['guest', 'dispute', 'Refund of €12.50 on hold'],
  ['guest', 'processing', 'Refund of €12.50 on its way'],
  ['host', 'dispute', 'Refund of €12.50 to the guest on hold'],
  ['host', 'processing', 'Refund of €12.50 to the guest on its way'],
] as const)(
  'the money timeline of the %s shows a refund with the reason %s as "%s"',
  (viewer, reason, title) => {
    const event = {
      kind: 'refund_on_its_way',
      amount_minor: 1250,
      currency: 'EUR',
      reason,
      state: 'next',
    }
    expect(moneyText(event as MoneyEvent, viewer).title).toBe(title)
  },
)
