import { expect, test } from 'vitest'
import { activeFilters } from './active-filters.ts'

const types = [{ name: 'photo-space', label: 'Photo Space' }]
const labels = (query: Parameters<typeof activeFilters>[0]) =>
  activeFilters(query, types).map(({ label }) => label)

test('activeFilters returns a label for each active filter', () => {
  expect(
    labels({
      q: 'loft',
      location: 'Berlin',
      region: 'europe',
      bounds: '1,2,3,4',
      type: 'photo-space',
      date: '2026-12-05',
      from: '14:00',
      hours: '3',
      guests: '12',
      max: '300',
      currency: 'EUR',
      amenities: 'Wi-Fi,Piano',
      policy: 'flexible',
      rating: '4.5',
      sort: 'newest',
    }),
  ).toEqual([
    '“loft”',
    'Berlin',
    'Europe',
    'Map area',
    'Photo Space',
    'Sat, Dec 5, 2:00 PM, 3 h',
    '12 people',
    'Up to €300',
    'Wi-Fi',
    'Piano',
    'Flexible cancellation',
    'Rated 4.5 or higher',
  ])
  expect(labels({})).toEqual([])
})

test('removing an amenity filter with activeFilters keeps the other amenities', () => {
  const query = { amenities: 'Wi-Fi,Piano' }
  const [wifi] = activeFilters(query, types)
  expect({ ...query, ...wifi?.without }).toEqual({ amenities: 'Piano' })
})

test('removing the time filter removes the day, the start and the duration from the query', () => {
  const query = { date: '2026-12-05', from: '14:00', hours: '3', guests: '2' }
  const [time] = activeFilters(query, types)
  expect({ ...query, ...time?.without }).toMatchObject({ guests: '2', date: undefined })
  expect(time?.without).toEqual({ date: undefined, from: undefined, hours: undefined })
})
