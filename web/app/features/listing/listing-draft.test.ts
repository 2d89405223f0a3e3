import { afterEach, expect, test, vi } from 'vitest'
import { dayMs } from '@hourspace/domain/durations.ts'
import { listingOf } from './listing-check.ts'
import {
  emptyDraft,
  isStarted,
  pictureColumns,
  picturesOf,
  saveDraft,
  savedDraft,
} from './listing-draft.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const draft = {
  ...emptyDraft,
  title: 'Lantern Studio',
  description: 'A quiet studio.',
  type: 'studio',
  capacity: '12',
  price: '8,000',
  currency: 'JPY',
  location: 'Tokyo',
  country: 'Japan',
  time_zone: 'Asia/Tokyo',
  amenities: 'Wi-Fi, Projector, ',
}

test('isStarted ignores a draft with only the values of an empty form', () => {
  const picture = { url: '/a.jpg', blur: '', caption: '' }
  expect(isStarted({ draft: { ...emptyDraft, title: '' }, pictures: [] })).toBe(false)
  expect(isStarted({ draft: emptyDraft, pictures: [picture] })).toBe(true)
  expect(isStarted({ draft: { ...emptyDraft, title: 'Loft' }, pictures: [] })).toBe(true)
})

test('listingOf splits the amenities of a complete draft at commas', () => {
  expect(listingOf(draft, ['/a.jpg']).listing).toMatchObject({
    title: 'Lantern Studio',
    amenities: ['Wi-Fi', 'Projector'],
    images: ['/a.jpg'],
    capacity: 12,
    price: 8000,
  })
})

test('an empty listing draft has errors for the title, type, capacity, price and amenities', () => {
  expect(listingOf(emptyDraft, []).errors).toMatchObject({
    title: 'Please enter a title',
    type: 'Please choose a space type',
    capacity: 'Please enter the capacity as a number',
    price: 'Please enter the price as a number',
    amenities: 'Please name at least one amenity',
  })
})

test.each([
  [{}, undefined],
  [{ location: 'Springfield' }, undefined],
  [{ location: 'Springfield', country: 'USA' }, 'Please choose the time zone of the space'],
])('a listing draft with the place %o has the time zone error %j', (place, error) => {
  expect(listingOf({ ...emptyDraft, ...place }, []).errors?.time_zone).toBe(error)
})

test('a listing price in JPY must be a whole number', () => {
  expect(listingOf({ ...draft, price: '80.5' }, []).errors).toEqual({
    price: 'Please enter a whole number of JPY',
  })
})

test('the problems of a listing draft include an invalid price and an invalid extra as well as the empty fields', () => {
  const extras = [
    { name: '', price: '5', unit: 'booking' as const },
    { name: 'Projector', price: '12.5', unit: 'booking' as const },
  ]
  const { title: _, ...untitled } = draft
  expect(listingOf({ ...untitled, price: '80.5', amenities: '', extras }, []).errors).toEqual({
    title: 'Please enter a title',
    price: 'Please enter a whole number of JPY',
    amenities: 'Please name at least one amenity',
    'extras.0.name': 'Please enter a name',
    'extras.1.price': 'Please enter a whole number of JPY',
  })
})

test('pictureColumns returns one trimmed caption per picture, in the order of the pictures', () => {
  const [desk, door] = picturesOf({
    images: ['/desk.jpg', '/door.jpg'],
    image_previews: [],
    image_captions: ['The desk'],
  })
  expect(pictureColumns([{ ...door!, caption: ' The door ' }, desk!])).toEqual({
    images: ['/door.jpg', '/desk.jpg'],
    image_previews: ['', ''],
    image_captions: ['The door', 'The desk'],
  })
})

test('a saved listing draft is restored for 30 days, only for the user who saved it', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  const stored = { draft, pictures: [], hostName: 'Ann', id: 'a' }
  saveDraft('ann', stored)
  expect(savedDraft('ann')).toEqual(stored)
  expect(savedDraft('bob')).toBeNull()
  vi.setSystemTime(Date.now() + 31 * dayMs)
  expect(savedDraft('ann')).toBeNull()
})
