import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  allowReplays,
  hasPrivateParameters,
  isRecordedVisit,
  onConsentWithdrawn,
} from './recorded-visit.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
  const events = new EventTarget()
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  allowReplays(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  [0.05, true],
  [0.5, false],
])(
  'isRecordedVisit at rate 0.1 with the random number %d returns %s, also after a reload',
  (drawn, isRecorded) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(drawn)
    expect(isRecordedVisit(0.1)).toBe(isRecorded)
    random.mockReturnValue(1 - drawn)
    expect(isRecordedVisit(0.1), 'after a reload').toBe(isRecorded)
  },
)

test("a visit is recorded only with the visitor's consent, and withdrawing the consent stops the recording", () => {
  const stop = vi.fn<() => void>()
  onConsentWithdrawn(stop)
  expect(isRecordedVisit(1)).toBe(true)
  allowReplays(true)
  expect(stop).not.toHaveBeenCalled()
  allowReplays(false)
  expect(stop).toHaveBeenCalledOnce()
  expect(isRecordedVisit(1)).toBe(false)
})

test('session replay does not record a visit if sessionStorage is unavailable', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(isRecordedVisit(1)).toBe(false)
})

test.each([
  ['/booking-confirmation?payment_intent_client_secret=pi_1', true],
  ['/#access_token=1', true],
  ['/explore?q=birthday', true],
  ['/explore?type=studio', false],
  ['/space/loft', false],
])('hasPrivateParameters for the URL %s returns %s', (path, isPrivate) =>
  expect(hasPrivateParameters(`http://localhost:3000${path}`)).toBe(isPrivate),
)
