import { beforeEach, expect, test, vi } from 'vitest'
import { slotsOfDay, spanAt } from '@hourspace/domain/slots.ts'
import {
  clearDraft,
  guestsIn,
  saveDraft,
  savedDraft,
  problemWithSelection,
  type Selection,
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

const chosen = { date: '2026-12-01', hour: 14, hours: 2, guests: 3, extras: ['projector'] }

test('a saved booking draft is restored only for its own space', () => {
  saveDraft('loft', chosen)
  expect(savedDraft('loft', '2026-12-01')).toEqual(chosen)
  expect(savedDraft('hall', '2026-12-01')).toBeNull()
  clearDraft('loft')
  expect(savedDraft('loft', '2026-12-01')).toBeNull()
})

test('a saved booking draft is ignored once its day has passed', () => {
  saveDraft('loft', chosen)
  expect(savedDraft('loft', '2026-12-02')).toBeNull()
})

test.each([
  'nonsense',
  '{"date":"2026-12-01","hour":"two","hours":2,"guests":1,"extras":[]}',
  '{"date":"2026-12-01","hour":14,"hours":2,"guests":1,"extras":[7]}',
  '[]',
  'null',
])('an invalid stored draft (%s) is ignored', (text) => {
  stored.set('hourspace-draft-loft', text)
  expect(savedDraft('loft', '2026-12-01')).toBeNull()
})

test('guestsIn reads a whole number of people from the query of a URL', () => {
  expect(guestsIn('?date=2026-12-01&guests=12')).toBe(12)
  for (const query of ['', '?guests=', '?guests=0', '?guests=-2', '?guests=1.5', '?guests=many'])
    expect(guestsIn(query)).toBeNull()
})

test('saving a booking draft does not throw if sessionStorage is unavailable', () => {
  vi.stubGlobal('sessionStorage', undefined)
  saveDraft('loft', chosen)
  clearDraft('loft')
  expect(savedDraft('loft', '2026-12-01')).toBeNull()
})

const timeZone = 'Europe/London'
const today = '2026-11-21'
const taken = [spanAt(today, 15, 2, timeZone)!]

function problem(selection: Pick<Selection, 'date' | 'hour' | 'hours'>) {
  const slots = selection.date
    ? slotsOfDay({
        date: selection.date,
        hours: selection.hours,
        timeZone,
        taken,
        now: new Date('2026-11-21T12:30:00Z'),
      })
    : []
  return problemWithSelection(selection, slots, today)
}

test('problemWithSelection refuses a selection without a day or an hour', () => {
  expect(problem({ date: null, hour: 10, hours: 1 })).toBe('Please select a date and time')
  expect(problem({ date: today, hour: null, hours: 1 })).toBe('Please select a date and time')
})

test('problemWithSelection refuses a day that is more than a year ahead', () => {
  expect(problem({ date: '2027-11-21', hour: 14, hours: 1 })).toBeNull()
  expect(problem({ date: '2027-11-22', hour: 14, hours: 1 })).toBe(
    'Please select a date within the next year',
  )
})

test('problemWithSelection refuses a slot that has already started', () => {
  const text = 'Please select a future date and time'
  expect(problem({ date: today, hour: 12, hours: 1 })).toBe(text)
  expect(problem({ date: '2026-11-20', hour: null, hours: 1 })).toBe(text)
})

test('problemWithSelection refuses a selection that overlaps a taken time', () => {
  expect(problem({ date: today, hour: 13, hours: 2 })).toBeNull()
  expect(problem({ date: today, hour: 13, hours: 3 })).toBe('This time slot is not available')
})

test("spanOf interprets the selected day and hour in the space's time zone", () => {
  const span = spanOf({ date: '2026-07-01', hour: 9, hours: 2 }, timeZone)
  expect(span?.startsAt.toISOString()).toBe('2026-07-01T08:00:00.000Z')
  expect(span?.endsAt.toISOString()).toBe('2026-07-01T10:00:00.000Z')
})
