import { expect, test } from 'vitest'
import type { ListingFacts, Visit } from '#web/data/hosting-today.ts'
import { checklistOf } from '#web/features/hosting/checklist.ts'
import { dayOf, suggestionFor } from './day.ts'

/** In Tokyo, it is 0:30 on November 23; in New York, 10:30 on November 22. */
const now = new Date('2026-11-22T15:30:00Z')

const visit = (id: string, start: string, end: string, timeZone = 'Asia/Tokyo'): Visit => ({
  id,
  user_id: 'guest',
  extends_booking_id: null,
  answer_by: null,
  start_time: `2026-11-${start}:00Z`,
  end_time: `2026-11-${end}:00Z`,
  time_zone: timeZone,
  guest_count: 2,
  currency: 'JPY',
  host_share_amount: 9_000,
  space: { id: 'space', title: 'Loft', location: 'Kyoto' },
  guestName: 'Gus',
  guestPicture: null,
})

const ids = (visits: readonly Visit[]) => visits.map(({ id }) => id)

test("dayOf assigns arrivals and departures to the day in their space's time zone", () => {
  const day = dayOf(
    [
      visit('over', '22T13:00', '22T15:00'),
      visit('inside', '22T13:00', '22T16:00'),
      visit('tonight in Tokyo', '23T10:00', '23T14:00'),
      visit('tomorrow in Tokyo', '23T15:00', '23T17:00'),
      visit('tonight in New York', '23T02:00', '23T06:00', 'America/New_York'),
      visit('tomorrow in New York', '23T10:00', '23T14:00', 'America/New_York'),
    ],
    now,
  )
  expect(ids(day.arriving)).toEqual(['tonight in Tokyo', 'tonight in New York'])
  expect(ids(day.inside)).toEqual(['inside'])
  expect(ids(day.leaving)).toEqual(['inside', 'tonight in Tokyo'])
  expect(day.next?.id).toBe('tomorrow in Tokyo')
})

const complete: ListingFacts = {
  id: 'loft',
  title: 'Loft',
  available: true,
  archived_at: null,
  images: ['1', '2', '3', '4', '5'],
  house_rules: 'No shoes',
  time_zone: 'Asia/Tokyo',
  hours: [{ weekday: 1 }],
  price_rules: [],
  length_discounts: [],
  address: { street_address: '2-10 Jinnan' },
  arrival: { notes: 'Ring twice' },
}

test("checklistOf marks missing details of the host's account and of each listing as open tasks", () => {
  const open = (listings: ListingFacts[], hasName = true) =>
    checklistOf({ hasName, account: 'ready' }, listings).flatMap(({ title, tasks }) =>
      tasks.filter(({ done }) => !done).map(({ label }) => `${title}: ${label}`),
    )
  expect(open([complete])).toEqual([])
  const bare = {
    ...complete,
    title: 'Attic',
    images: ['1'],
    house_rules: ' ',
    hours: [],
    address: { street_address: ' ' },
    arrival: null,
  }
  expect(open([complete, bare], false)).toEqual([
    'Your account: Add your name',
    'Attic: Add at least 3 photos',
    'Attic: Set opening hours',
    'Attic: Write house rules',
    'Attic: Add the street address',
    'Attic: Write arrival notes',
  ])
})

test('suggestionFor suggests opening a closed listing first, then adding photos, then setting opening hours, then changing prices', () => {
  const action = (...listings: ListingFacts[]) => suggestionFor(listings)?.action
  expect(action({ ...complete, images: [] }, { ...complete, available: false })).toBe(
    'Open it for booking',
  )
  expect(action({ ...complete, hours: [] }, { ...complete, images: [] })).toBe('Add photos')
  expect(action({ ...complete, hours: [] })).toBe('Set opening hours')
  expect(action(complete)).toBe('Change prices')
  expect(suggestionFor([])).toBeNull()
})

test('suggestionFor suggests adding photos only for a listing whose photo task is open', () => {
  const action = (images: string[]) => suggestionFor([{ ...complete, images }])?.action
  expect(action(['1', '2'])).toBe('Add photos')
  expect(action(['1', '2', '3'])).toBe('Change prices')
})

test('suggestionFor suggests changing prices only for a listing without price rules and length discounts', () => {
  const discounted = { ...complete, length_discounts: [{ percentage: 10 }] }
  const priced = { ...complete, price_rules: [{ weekday: 1 }] }
  expect(suggestionFor([discounted, priced])).toBeNull()
  expect(suggestionFor([discounted, { ...complete, id: 'attic' }])?.to).toBe(
    '/hosting/listings/attic/hours',
  )
})
