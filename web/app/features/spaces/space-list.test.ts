import { expect, test } from 'vitest'
import type { ListedSpace } from '#web/data/spaces.ts'
import { appendPage, applyChange, listOf, refresh } from './space-list.ts'

/** A space created so many minutes after nine. */
function spaceAt(minute: number, more: Partial<ListedSpace> = {}): ListedSpace {
  return {
    id: `space-${minute}`,
    slug: null,
    title: 'Loft',
    type: 'studio',
    price: 50,
    currency: 'USD',
    location: 'Tokyo',
    country: 'Japan',
    amenities: [],
    images: [],
    available: true,
    status: 'available',
    rating: 0,
    reviewCount: 0,
    created_at: `2026-11-21T09:${String(minute).padStart(2, '0')}:00+00:00`,
    ...more,
  }
}

const pageOf = (minutes: number[], hasMore = false) => {
  const spaces = minutes.map((minute) => spaceAt(minute))
  const last = spaces.at(-1)
  return { spaces, next: hasMore && last ? { created_at: last.created_at, id: last.id } : null }
}
const idsOf = (list: { spaces: ListedSpace[] }) => list.spaces.map(({ id }) => id)

test('a new space that passes the filter appears on top, marked as fresh', () => {
  const list = applyChange(
    listOf(pageOf([20, 10])),
    { kind: 'inserted', space: spaceAt(30) },
    { text: 'tokyo' },
  )
  expect(idsOf(list)).toEqual(['space-30', 'space-20', 'space-10'])
  expect([...list.fresh]).toEqual(['space-30'])
})

test('a new space that does not pass changes nothing', () => {
  const list = listOf(pageOf([20, 10]))
  expect(applyChange(list, { kind: 'inserted', space: spaceAt(30) }, { type: 'office' })).toBe(list)
})

test('a space told twice is there once', () => {
  const change = { kind: 'inserted', space: spaceAt(30) } as const
  const list = applyChange(applyChange(listOf(pageOf([20])), change, {}), change, {})
  expect(idsOf(list)).toEqual(['space-30', 'space-20'])
})

test('an update changes the card where it stands', () => {
  const space = spaceAt(10, { available: false })
  const list = applyChange(listOf(pageOf([20, 10])), { kind: 'updated', space }, {})
  expect(list.spaces[1]).toEqual(space)
  expect(list.fresh.size).toBe(0)
})

test('an update that no longer passes takes the card away, one that now does brings it in order', () => {
  const moved = spaceAt(10, { location: 'Paris' })
  const without = applyChange(
    listOf(pageOf([20, 10])),
    { kind: 'updated', space: moved },
    { location: 'Tokyo' },
  )
  expect(idsOf(without)).toEqual(['space-20'])
  const back = applyChange(
    listOf(pageOf([20, 5])),
    { kind: 'updated', space: spaceAt(10) },
    { location: 'Tokyo' },
  )
  expect(idsOf(back)).toEqual(['space-20', 'space-10', 'space-5'])
})

test('a change beyond the loaded end waits for its page', () => {
  const list = listOf(pageOf([20, 10], true))
  expect(applyChange(list, { kind: 'updated', space: spaceAt(5) }, {})).toBe(list)
})

test('a deleted space goes', () => {
  const list = listOf(pageOf([20, 10]))
  expect(idsOf(applyChange(list, { kind: 'deleted', id: 'space-20' }, {}))).toEqual(['space-10'])
  expect(applyChange(list, { kind: 'deleted', id: 'unknown' }, {})).toBe(list)
})

test('spaces created within one millisecond keep the order of the database', () => {
  const earlier = spaceAt(1, { id: 'b', created_at: '2026-11-21T09:01:00.000100+00:00' })
  const later = spaceAt(1, { id: 'a', created_at: '2026-11-21T09:01:00.000200+00:00' })
  const list = applyChange(
    listOf({ spaces: [earlier], next: null }),
    { kind: 'inserted', space: later },
    {},
  )
  expect(idsOf(list)).toEqual(['a', 'b'])
})

test('a further page follows and repeats nothing', () => {
  const list = appendPage(listOf(pageOf([30, 20], true)), pageOf([20, 10]))
  expect(idsOf(list)).toEqual(['space-30', 'space-20', 'space-10'])
  expect(list.next).toBeNull()
})

test('a refreshed first page keeps what was shown beyond it', () => {
  const grown = appendPage(listOf(pageOf([40, 30], true)), pageOf([20, 10], true))
  const list = refresh(grown, pageOf([50, 40, 30], true))
  expect(idsOf(list)).toEqual(['space-50', 'space-40', 'space-30', 'space-20', 'space-10'])
  expect(list.next).toEqual(grown.next)
})

test('a refreshed list without a further page is that page', () => {
  const grown = appendPage(listOf(pageOf([40, 30], true)), pageOf([20]))
  expect(idsOf(refresh(grown, pageOf([40, 20])))).toEqual(['space-40', 'space-20'])
})
