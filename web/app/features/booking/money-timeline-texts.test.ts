import { expect, test } from 'vitest'
import { moneyTimeText } from './money-timeline-texts.ts'

test('moneyTimeText shows the UTC day of an arrival at a bank, as Earnings does, and the local time of other events', () => {
  const midnight = '2030-06-11T00:00:00Z'
  expect(moneyTimeText('expected_at_bank', midnight, 'America/New_York')).toBe('Tue, Jun 11, 2030')
  expect(moneyTimeText('sent', midnight, 'America/New_York')).toBe('Mon, Jun 10, 8:00\u00a0PM')
})
