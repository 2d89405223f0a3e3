import {
  compareKeys,
  defaultOrder,
  isDecidableInBrowser,
  keyOf,
  type OrderKeys,
  matchesFilter,
  orderOf,
  type SpaceFilter,
  type SpaceOrder,
} from '#web/data/spaces-filter.ts'
import type { SpaceChange } from '#web/data/spaces-live.ts'
import type { ListedSpace, SpacePage } from '#web/data/spaces.ts'

type ListPage = Pick<SpacePage, 'spaces' | 'next'>

export type SpaceList = ListPage & {
  /** `fresh` contains the ids of spaces that arrived through Realtime after the page was loaded. */
  fresh: ReadonlySet<string>
  /**
   * `waiting` are new spaces whose place in the list is above the viewport. A button inserts them,
   * to avoid layout shift.
   */
  waiting: readonly ListedSpace[]
}

/** Returns whether the space at a list index is above the viewport. */
export type IsPast = (place: number) => boolean

const nothing: ReadonlySet<string> = new Set()
const nowhere: IsPast = () => false
export const everywhere: IsPast = () => true

export function listOf(page: ListPage): SpaceList {
  return { ...page, fresh: nothing, waiting: [] }
}

const compare = (a: OrderKeys, b: OrderKeys, order: SpaceOrder) =>
  compareKeys(keyOf(a, order), keyOf(b, order), order)

function placeOf(space: ListedSpace, spaces: readonly ListedSpace[], order: SpaceOrder): number {
  const place = spaces.findIndex((other) => compare(space, other, order) < 0)
  return place === -1 ? spaces.length : place
}

/** Returns the list after a Realtime change; the same object if the change does not affect it. */
export function applyChange(
  list: SpaceList,
  change: SpaceChange,
  filter: SpaceFilter,
  isPast = nowhere,
): SpaceList {
  const id = change.kind === 'deleted' ? change.id : change.space.id
  const at = list.spaces.findIndex((space) => space.id === id)
  const isWaiting = list.waiting.some((space) => space.id === id)
  if (change.kind !== 'deleted' && !isDecidableInBrowser(filter)) {
    const shown = list.spaces[at]
    if (!shown) return list
    const { match_key, free_from, free_hours, free_total, total_varies, next_free } = shown
    const found = { match_key, free_from, free_hours, free_total, total_varies, next_free }
    const space = { ...change.space, ...found }
    return { ...list, spaces: list.spaces.with(at, space) }
  }
  if (change.kind === 'deleted' || !matchesFilter(change.space, filter))
    return at === -1 && !isWaiting ? list : without(list, id)

  const next_free = list.spaces[at]?.next_free
  const space = { ...change.space, ...(next_free !== undefined && { next_free }) }
  const order = orderOf(filter)
  if (at !== -1) return { ...list, spaces: moved(list.spaces, at, space, order, isPast) }
  // Ignores a space that sorts after the last loaded space, because 'Show more' loads it.
  if (list.next && compareKeys(keyOf(space, order), list.next, order) > 0)
    return isWaiting ? without(list, id) : list

  const place = placeOf(space, list.spaces, order)
  const waiting = list.waiting.filter((other) => other.id !== id)
  if (isPast(place)) return { ...list, waiting: [...waiting, space] }
  const spaces = list.spaces.toSpliced(place, 0, space)
  return { ...list, spaces, waiting, fresh: new Set(list.fresh).add(id) }
}

function without(list: SpaceList, id: string): SpaceList {
  const others = (spaces: readonly ListedSpace[]) => spaces.filter((space) => space.id !== id)
  return { ...list, spaces: others(list.spaces), waiting: others(list.waiting) }
}

/**
 * Moves a changed space to its sorted place. Keeps the place if the old or new index is above the
 * viewport.
 */
function moved(
  spaces: ListedSpace[],
  at: number,
  space: ListedSpace,
  order: SpaceOrder,
  isPast: IsPast,
): ListedSpace[] {
  const staying = spaces.with(at, space)
  if (spaces[at] && keyOf(spaces[at], order) === keyOf(space, order)) return staying
  const others = spaces.toSpliced(at, 1)
  const place = placeOf(space, others, order)
  if (place !== at && (isPast(at) || isPast(place))) return staying
  return others.toSpliced(place, 0, space)
}

/**
 * Inserts the waiting spaces and marks them as new. Called when the user presses the button for new
 * spaces.
 */
export function showWaiting(list: SpaceList, order: SpaceOrder = defaultOrder): SpaceList {
  const spaces = withoutRepeats([...list.spaces, ...list.waiting])
  const fresh = new Set([...list.fresh, ...list.waiting.map(({ id }) => id)])
  return { ...list, spaces: spaces.sort((a, b) => compare(a, b, order)), waiting: [], fresh }
}

export function appendPage(list: SpaceList, page: ListPage): SpaceList {
  return { ...list, spaces: withoutRepeats([...list.spaces, ...page.spaces]), next: page.next }
}

/** Replaces the first page of the list and keeps the spaces of later pages. */
export function refresh(
  list: SpaceList,
  page: ListPage,
  order: SpaceOrder = defaultOrder,
  isPast = nowhere,
): SpaceList {
  const known = new Set(list.spaces.map(({ id }) => id))
  const waiting = page.spaces.filter(
    (space) => !known.has(space.id) && isPast(placeOf(space, list.spaces, order)),
  )
  const shown = page.spaces.filter((space) => !waiting.includes(space))
  const end = page.next
  const beyond = end
    ? list.spaces.filter((space) => compareKeys(keyOf(space, order), end, order) > 0)
    : []
  return {
    spaces: withoutRepeats([...shown, ...beyond]),
    next: beyond.length > 0 ? list.next : end,
    fresh: list.fresh,
    waiting,
  }
}

function withoutRepeats(spaces: ListedSpace[]): ListedSpace[] {
  return [...new Map(spaces.map((space) => [space.id, space])).values()]
}
