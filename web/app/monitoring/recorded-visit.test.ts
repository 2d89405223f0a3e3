import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isRecordedVisit, isTellingAddress } from './recorded-visit.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  [0.05, true],
  [0.5, false],
])('of visits that draw %d, at a rate of 0.1, recorded: %s', (drawn, isRecorded) => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(drawn)
  expect(isRecordedVisit(0.1)).toBe(isRecorded)
  random.mockReturnValue(1 - drawn)
  expect(isRecordedVisit(0.1), 'after a reload').toBe(isRecorded)
})

test('where nothing may be stored, nothing is recorded', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(isRecordedVisit(1)).toBe(false)
})

test.each([
  ['/booking-confirmation?payment_intent_client_secret=pi_1', true],
  ['/#access_token=1', true],
  ['/explore?q=birthday', true],
  ['/explore?type=studio', false],
  ['/space/loft', false],
])('%s gives something away: %s', (path, isTelling) =>
  expect(isTellingAddress(`http://localhost:3000${path}`)).toBe(isTelling),
)
