import { expect, test } from 'vitest'
import { countdownOf, phaseOf, timeUntil } from './booking-phase.ts'

const booking = {
  status: 'confirmed',
  start_time: '2026-11-28T13:00:00Z',
  end_time: '2026-11-28T15:00:00Z',
  answer: null,
  answer_by: null,
} as const

test.each([
  ['2026-11-25T13:00:00Z', 'upcoming', 'Starts in 3 days'],
  ['2026-11-27T12:59:00Z', 'upcoming', 'Starts in 24 hours'],
  ['2026-11-28T11:40:00Z', 'upcoming', 'Starts in 1 hour 20 minutes'],
  ['2026-11-28T12:59:30Z', 'upcoming', 'Starts in 1 minute'],
  ['2026-11-28T13:00:00Z', 'started', 'Happening now, ends in 2 hours'],
  ['2026-11-28T15:00:00Z', 'finished', 'This booking is over'],
] as const)(
  'a confirmed booking at %s has the phase %s and the headline "%s"',
  (now, phase, text) => {
    expect(phaseOf(booking, new Date(now))).toBe(phase)
    expect(countdownOf(booking, 'guest', new Date(now))).toBe(text)
  },
)

test('phaseOf returns cancelled for a cancelled booking before, during and after its time', () => {
  const cancelled = { ...booking, status: 'cancelled' } as const
  for (const now of ['2026-11-27', '2026-11-28T14:00:00Z', '2026-11-30'])
    expect(phaseOf(cancelled, new Date(now))).toBe('cancelled')
})

test('timeUntil formats a duration of exactly two days in days', () => {
  expect(timeUntil(new Date('2026-11-28'), new Date('2026-11-26'))).toBe('2 days')
})

const request = { ...booking, status: 'requested', answer_by: '2026-11-26T13:00:00Z' } as const

test("the headline of a booking request on the host's page says that the host has to answer", () => {
  const text = countdownOf(request, 'host', new Date('2026-11-26T08:00:00Z'))
  expect(text).toBe('You have 5 hours left to answer')
})

test.each([
  [request, 'requested', 'The host has 5 hours left to answer'],
  [{ ...request, answer: 'accepted' }, 'requested', 'Accepted: the card is being charged'],
  [
    { ...request, answer_by: '2026-11-26T07:00:00Z' },
    'requested',
    'The deadline to answer has passed',
  ],
  [{ ...request, status: 'declined', answer: 'declined' }, 'declined', 'This request was declined'],
  [{ ...request, status: 'expired', answer: 'expired' }, 'expired', 'This request has expired'],
  [
    { ...request, status: 'expired', answer: 'accepted' },
    'expired',
    'The card could not be charged',
  ],
  [
    { ...request, status: 'cancelled', answer: 'withdrawn' },
    'withdrawn',
    'This request was withdrawn',
  ],
] as const)(
  'the booking request %j has the phase %s and the headline "%s"',
  (asked, phase, text) => {
    const now = new Date('2026-11-26T08:00:00Z')
    expect(phaseOf(asked, now)).toBe(phase)
    expect(countdownOf(asked, 'guest', now)).toBe(text)
  },
)
