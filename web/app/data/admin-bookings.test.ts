import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { adminBooking, adminKeys, problemQueue, refreshAfterDecision } from './admin-bookings.ts'
import { moneyTimeline } from './money-timeline.ts'

test("an admin's decision reloads the booking, its money timeline, the problem reports and the statistics", async () => {
  const client = new QueryClient()
  const keys = [
    adminBooking('ada', 'b1').queryKey,
    problemQueue('ada').queryKey,
    [...adminKeys.statistics('ada'), 'monthly', 'USD'],
    moneyTimeline('ada', 'b1', 'admin').queryKey,
  ]
  for (const key of keys) client.setQueryData(key as readonly unknown[], [])
  await refreshAfterDecision(client, 'ada')
  expect(keys.filter((key) => !client.getQueryState(key)?.isInvalidated)).toEqual([])
})
