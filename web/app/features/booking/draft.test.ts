import { beforeEach, expect, test, vi } from 'vitest'
import type { Slot } from '#web/data/slots.ts'
import {
  clearBookedTime,
  guestsIn,
  saveDraft,
  savedDraft,
  problemWithSelection,
  spanOf,
} from './draft.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

const chosen = {
  date: '2026-12-01',
  startsAt: '2026-12-01T14:00:00.000Z',
  hours: 2,
  guests: 3,
  extras: ['projector'],
  message: 'For a workshop',
}

test('a saved booking draft is restored only for its own space', () => {
  saveDraft('loft', chosen)
  expect(savedDraft('loft', '2026-12-01')).toEqual(chosen)
  expect(savedDraft('hall', '2026-12-01')).toBeNull()
})

test('clearBookedTime keeps the day, length and people of a booking draft, but clears the start, extras and message', () => {
  clearBookedTime('loft')
  expect(savedDraft('loft', '2026-12-01')).toBeNull()
  saveDraft('loft', chosen)
  clearBookedTime('loft')
  expect(savedDraft('loft', '2026-12-01')).toEqual({
    ...chosen,
    startsAt: null,
    extras: [],
    message: '',
  })
})

test('a saved booking draft is ignored once its day has passed, or if it has no day', () => {
  saveDraft('loft', chosen)
  expect(savedDraft('loft', '2026-12-02')).toBeNull()
  saveDraft('loft', { ...chosen, date: null })
  expect(savedDraft('loft', '2026-12-01')).toBeNull()
})

test.each([
  'nonsense',
  '{"date":"2026-12-01","startsAt":14,"hours":2,"guests":1,"extras":[]}',
  '{"date":"2026-12-01","startsAt":null,"hours":2,"guests":1,"extras":[7]}',
  '[]',
  'null',
])('savedDraft ignores the invalid stored draft %s', (text) => {
  stored.set('hourspace-draft-loft', text)
  expect(savedDraft('loft', '2026-12-01')).toBeNull()
})

test("guestsIn returns the number of people in a URL's query; null unless it is a positive integer", () => {
  expect(guestsIn('?date=2026-12-01&guests=12')).toBe(12)
  for (const query of ['', '?guests=', '?guests=0', '?guests=-2', '?guests=1.5', '?guests=many'])
    expect(guestsIn(query)).toBeNull()
})

test('saving a booking draft does not throw if sessionStorage is unavailable', () => {
  vi.stubGlobal('sessionStorage', undefined)
  saveDraft('loft', chosen)
  clearBookedTime('loft')
  expect(savedDraft('loft', '2026-12-01')).toBeNull()
})

const today = '2026-11-21'
const now = new Date('2026-11-21T12:30:00Z')
const at = (hour: number) => `2026-11-21T${hour}:00:00.000Z`

const slot = (hour: number, values: Partial<Slot> = {}): Slot => ({
  date: today,
  hour,
  startsAt: at(hour),
  state: 'free',
  problem: null,
  takenBy: null,
  prices: [10],
  ...values,
})
const slots = [
  slot(12),
  slot(13),
  slot(14, { state: 'taken', problem: 'slot_taken' }),
  slot(20, { state: 'closed', problem: 'ends_too_late' }),
  slot(21, { state: 'closed', problem: 'too_soon' }),
  slot(22, { state: 'closed', problem: 'too_short' }),
  slot(23, { state: 'closed', problem: 'too_long' }),
]

const problem = (date: string | null, startsAt: string | null) =>
  problemWithSelection({ date, startsAt, hours: 2 }, slots, { today, now })

test('problemWithSelection refuses a selection without a day or a start', () => {
  expect(problem(null, null)).toBe('Please select a date and time')
  expect(problem(today, null)).toBe('Please select a date and time')
})

test('problemWithSelection refuses a day that is more than a year ahead', () => {
  expect(problem('2027-11-22', null)).toBe('Please select a date within the next year')
})

test('problemWithSelection refuses a slot that has started and a day in the past', () => {
  const text = 'Please select a future date and time'
  expect(problem(today, at(12))).toBe(text)
  expect(problem('2026-11-20', null)).toBe(text)
})

test('problemWithSelection refuses a start that another booking takes', () => {
  expect(problem(today, at(13))).toBeNull()
  expect(problem(today, at(14))).toBe('This time slot is not available')
})

test('problemWithSelection says whether a start is refused because of the length of the booking', () => {
  expect(problem(today, at(20))).toMatch('would end after the space closes')
  expect(problem(today, at(21))).toMatch('doesn’t take bookings at this time')
  expect(problem(today, at(22))).toMatch('Choose more hours')
  expect(problem(today, at(23))).toMatch('Choose fewer hours')
})

test('spanOf returns a span that ends the selected number of hours after its start', () => {
  const span = spanOf({ date: '2026-07-01', startsAt: '2026-07-01T08:00:00.000Z', hours: 2 })
  expect(span?.endsAt.toISOString()).toBe('2026-07-01T10:00:00.000Z')
})
