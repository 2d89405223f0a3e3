import { expect, test } from 'vitest'
import type { ListedSpace } from '#web/data/spaces.ts'
import { appendPage, applyChange, everywhere, listOf, refresh, showWaiting } from './space-list.ts'

/** Returns a space that was created at `minute`. Higher numbers are newer. */
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
    time_zone: 'Asia/Tokyo',
    capacity: 4,
    latitude: null,
    longitude: null,
    amenities: [],
    cancellation_policy: 'flexible',
    booking_mode: 'instant',
    images: [],
    image_previews: [],
    available: true,
    status: 'available',
    rating: 0,
    reviewCount: 0,
    newest_key: `${String(minute).padStart(18, '0')}_space-${minute}`,
    ...more,
  }
}

const pageOf = (minutes: number[], hasMore = false) => {
  const spaces = minutes.map((minute) => spaceAt(minute))
  const last = spaces.at(-1)
  return { spaces, next: (hasMore && last?.newest_key) || null }
}
const idsOf = (list: { spaces: ListedSpace[] }) => list.spaces.map(({ id }) => id)

test('a new space that matches the filter is inserted at the top of the list and marked as new', () => {
  const list = applyChange(
    listOf(pageOf([20, 10])),
    { kind: 'inserted', space: spaceAt(30) },
    { location: 'Tokyo' },
  )
  expect(idsOf(list)).toEqual(['space-30', 'space-20', 'space-10'])
  expect([...list.fresh]).toEqual(['space-30'])
})

test("Realtime changes update and delete listed spaces but add none if only the database can evaluate the list's filter", () => {
  const list = listOf(pageOf([20, 10]))
  const filter = { text: 'tokyo' }
  expect(applyChange(list, { kind: 'inserted', space: spaceAt(30) }, filter)).toBe(list)
  const renamed = spaceAt(10, { title: 'Attic' })
  const { spaces } = applyChange(list, { kind: 'updated', space: renamed }, filter)
  expect(spaces.map(({ title }) => title)).toEqual(['Loft', 'Attic'])
  const shorter = applyChange(list, { kind: 'deleted', id: 'space-20' }, filter)
  expect(idsOf(shorter)).toEqual(['space-10'])
})

test('a space list ignores a new space that does not match its filter', () => {
  const list = listOf(pageOf([20, 10]))
  expect(applyChange(list, { kind: 'inserted', space: spaceAt(30) }, { type: 'office' })).toBe(list)
})

test('a space that arrives twice through Realtime is listed once', () => {
  const change = { kind: 'inserted', space: spaceAt(30) } as const
  const list = applyChange(applyChange(listOf(pageOf([20])), change, {}), change, {})
  expect(idsOf(list)).toEqual(['space-30', 'space-20'])
})

test('a Realtime update of a listed space changes the space in place', () => {
  const space = spaceAt(10, { available: false })
  const list = applyChange(listOf(pageOf([20, 10])), { kind: 'updated', space }, {})
  expect(list.spaces[1]).toEqual(space)
  expect(list.fresh.size).toBe(0)
})

test('a Realtime update removes a space that no longer matches the filter and inserts a space that now matches', () => {
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

test('a space list ignores changes to spaces on pages that have not been loaded', () => {
  const list = listOf(pageOf([20, 10], true))
  expect(applyChange(list, { kind: 'updated', space: spaceAt(5) }, {})).toBe(list)
})

test('a space deleted through Realtime is removed from the list', () => {
  const list = listOf(pageOf([20, 10]))
  expect(idsOf(applyChange(list, { kind: 'deleted', id: 'space-20' }, {}))).toEqual(['space-10'])
  expect(applyChange(list, { kind: 'deleted', id: 'unknown' }, {})).toBe(list)
})

test('appending a page to a space list does not add a space twice', () => {
  const list = appendPage(listOf(pageOf([30, 20], true)), pageOf([20, 10]))
  expect(idsOf(list)).toEqual(['space-30', 'space-20', 'space-10'])
  expect(list.next).toBeNull()
})

test('refreshing the first page of a space list keeps the spaces of later pages', () => {
  const grown = appendPage(listOf(pageOf([40, 30], true)), pageOf([20, 10], true))
  const list = refresh(grown, pageOf([50, 40, 30], true))
  expect(idsOf(list)).toEqual(['space-50', 'space-40', 'space-30', 'space-20', 'space-10'])
  expect(list.next).toEqual(grown.next)
})

test('refreshing a space list that has no further pages replaces all of its spaces', () => {
  const grown = appendPage(listOf(pageOf([40, 30], true)), pageOf([20]))
  expect(idsOf(refresh(grown, pageOf([40, 20])))).toEqual(['space-40', 'space-20'])
})

test('a new space above the viewport is inserted only when the user requests it', () => {
  const before = listOf(pageOf([20, 10]))
  const told = { kind: 'inserted', space: spaceAt(30) } as const
  const list = applyChange(before, told, {}, (place) => place < 1)
  expect(idsOf(list)).toEqual(['space-20', 'space-10'])
  expect(list.waiting.map(({ id }) => id)).toEqual(['space-30'])

  const shown = showWaiting(list)
  expect(idsOf(shown)).toEqual(['space-30', 'space-20', 'space-10'])
  expect(shown.waiting).toEqual([])
  expect([...shown.fresh]).toEqual(['space-30'])
})

test('a new space below the top of the viewport is inserted immediately', () => {
  const list = applyChange(
    listOf(pageOf([20, 10])),
    { kind: 'inserted', space: spaceAt(15) },
    {},
    (place) => place < 1,
  )
  expect(idsOf(list)).toEqual(['space-20', 'space-15', 'space-10'])
})

test('updates and deletions also apply to a new space that the user has not yet inserted', () => {
  const waiting = applyChange(
    listOf(pageOf([20])),
    { kind: 'inserted', space: spaceAt(30) },
    {},
    everywhere,
  )
  const renamed = spaceAt(30, { title: 'Attic' })
  const list = applyChange(waiting, { kind: 'updated', space: renamed }, {}, everywhere)
  expect(list.waiting).toEqual([renamed])
  expect(applyChange(list, { kind: 'deleted', id: 'space-30' }, {}).waiting).toEqual([])
})

test('a list restored by the Back button inserts newer spaces only when the user requests them', () => {
  const grown = appendPage(listOf(pageOf([40, 30], true)), pageOf([20, 10], true))
  const list = refresh(grown, pageOf([50, 40, 30], true), 'newest', everywhere)
  expect(idsOf(list)).toEqual(['space-40', 'space-30', 'space-20', 'space-10'])
  expect(list.waiting.map(({ id }) => id)).toEqual(['space-50'])
})

const pricedAt = (price: number, id = `at-${price}`) =>
  spaceAt(1, { id, price, price_key: `${String(price).padStart(12, '0')}_${id}` })
const byPrice = { order: 'price-low' } as const
const priced = listOf({ spaces: [10, 20, 30].map((price) => pricedAt(price)), next: null })

test('a new space is inserted in price order in a list sorted by price', () => {
  const list = applyChange(priced, { kind: 'inserted', space: pricedAt(25) }, byPrice)
  expect(idsOf(list)).toEqual(['at-10', 'at-20', 'at-25', 'at-30'])
})

test('a changed price moves a space to its new position in a list sorted by price', () => {
  const list = applyChange(priced, { kind: 'updated', space: pricedAt(40, 'at-10') }, byPrice)
  expect(list.spaces.map(({ price }) => price)).toEqual([20, 30, 40])
})

test('a space with a changed price stays in place if its old or new position is above the viewport', () => {
  const update = { kind: 'updated', space: pricedAt(40, 'at-10') } as const
  const list = applyChange(priced, update, byPrice, (place) => place < 1)
  expect(list.spaces.map(({ price }) => price)).toEqual([40, 20, 30])
})
