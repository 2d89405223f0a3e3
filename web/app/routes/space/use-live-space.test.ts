import { expect, test } from 'vitest'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { withChanges } from './use-live-space.ts'

const spaceAt = (minute: number, price: number) =>
  ({ price, updated_at: `2026-11-29T10:${minute}:00.123456+00:00` }) as SpaceDetails

test('a space page shows the newer of the loaded price and the price received over Realtime', () => {
  expect(withChanges(spaceAt(10, 60), {}).price).toBe(60)
  expect(withChanges(spaceAt(10, 60), spaceAt(20, 70)).price).toBe(70)
  expect(withChanges(spaceAt(20, 70), spaceAt(10, 60)).price).toBe(70)
})

test('a space page shows a local change before Realtime delivers it', () => {
  expect(withChanges(spaceAt(10, 60), { available: false }).available).toBe(false)
})
