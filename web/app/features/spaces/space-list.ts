import type { SpaceChange } from '#web/data/spaces-live.ts'
import { passes, type SpaceFilter } from '#web/data/spaces-filter.ts'
import type { ListedSpace, SpaceCursor, SpacePage } from '#web/data/spaces.ts'

/** A list of spaces on the screen, newest first. */
export type SpaceList = SpacePage & {
  /** Those that appeared while somebody was looking. */
  fresh: ReadonlySet<string>
}

const nothing: ReadonlySet<string> = new Set()

export function listOf(page: SpacePage): SpaceList {
  return { ...page, fresh: nothing }
}

/** Below zero when `a` comes before `b`: later created first, then by id, as the query orders. */
function compare(a: SpaceCursor, b: SpaceCursor): number {
  const later = Date.parse(b.created_at) - Date.parse(a.created_at)
  if (later !== 0) return later
  // Dates know milliseconds, the database microseconds: equal ones differ in the text's tail.
  return b.created_at.localeCompare(a.created_at) || (a.id < b.id ? 1 : -1)
}

/** The list after a change. The same object when the change does not concern it. */
export function applyChange(list: SpaceList, change: SpaceChange, filter: SpaceFilter): SpaceList {
  const id = change.kind === 'deleted' ? change.id : change.space.id
  const known = list.spaces.some((space) => space.id === id)
  if (change.kind === 'deleted' || !passes(change.space, filter))
    return known ? { ...list, spaces: list.spaces.filter((space) => space.id !== id) } : list

  const { space } = change
  if (known)
    return { ...list, spaces: list.spaces.map((before) => (before.id === id ? space : before)) }

  // What lies beyond the end comes with 'Show more'.
  if (list.next && compare(space, list.next) > 0) return list
  const place = list.spaces.findIndex((other) => compare(space, other) < 0)
  const spaces = list.spaces.toSpliced(place === -1 ? list.spaces.length : place, 0, space)
  return { ...list, spaces, fresh: new Set([...list.fresh, id]) }
}

/** The list with a further page at its end. */
export function appendPage(list: SpaceList, page: SpacePage): SpaceList {
  return { ...list, spaces: withoutRepeats([...list.spaces, ...page.spaces]), next: page.next }
}

/** The first page anew, followed by what was already shown beyond it. */
export function refresh(list: SpaceList, page: SpacePage): SpaceList {
  const end = page.next
  if (!end) return { ...page, fresh: list.fresh }
  const beyond = list.spaces.filter((space) => compare(space, end) > 0)
  return {
    spaces: withoutRepeats([...page.spaces, ...beyond]),
    next: beyond.length > 0 ? list.next : end,
    fresh: list.fresh,
  }
}

function withoutRepeats(spaces: ListedSpace[]): ListedSpace[] {
  return [...new Map(spaces.map((space) => [space.id, space])).values()]
}
