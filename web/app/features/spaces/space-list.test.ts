import { expect, test } from 'vitest'
import type { ListedSpace } from '#web/data/spaces.ts'
import { appendPage, applyChange, everywhere, listOf, refresh, showWaiting } from './space-list.ts'

/** A space created this many minutes after nine. */
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

test('a new space above what is being read waits until it is asked for', () => {
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

test('a new space below what is being read comes at once', () => {
  const list = applyChange(
    listOf(pageOf([20, 10])),
    { kind: 'inserted', space: spaceAt(15) },
    {},
    (place) => place < 1,
  )
  expect(idsOf(list)).toEqual(['space-20', 'space-15', 'space-10'])
})

test('one that waits is told of changes, and goes when it is deleted', () => {
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

test('whoever comes back finds the list as it was left, and what is new waits', () => {
  const grown = appendPage(listOf(pageOf([40, 30], true)), pageOf([20, 10], true))
  const list = refresh(grown, pageOf([50, 40, 30], true), 'newest', everywhere)
  expect(idsOf(list)).toEqual(['space-40', 'space-30', 'space-20', 'space-10'])
  expect(list.waiting.map(({ id }) => id)).toEqual(['space-50'])
})

/** A space with this price, in a list sorted by price. */
const pricedAt = (price: number, id = `at-${price}`) =>
  spaceAt(1, { id, price, price_key: `${String(price).padStart(12, '0')}_${id}` })
const byPrice = { order: 'price-low' } as const
const priced = listOf({ spaces: [10, 20, 30].map((price) => pricedAt(price)), next: null })

test('in a list by price a new space stands at its price', () => {
  const list = applyChange(priced, { kind: 'inserted', space: pricedAt(25) }, byPrice)
  expect(idsOf(list)).toEqual(['at-10', 'at-20', 'at-25', 'at-30'])
})

test('in a list by price a new price moves the card', () => {
  const list = applyChange(priced, { kind: 'updated', space: pricedAt(40, 'at-10') }, byPrice)
  expect(list.spaces.map(({ price }) => price)).toEqual([20, 30, 40])
})

test('a card that would cross what is being read changes in its place', () => {
  const update = { kind: 'updated', space: pricedAt(40, 'at-10') } as const
  const list = applyChange(priced, update, byPrice, (place) => place < 1)
  expect(list.spaces.map(({ price }) => price)).toEqual([40, 20, 30])
})
