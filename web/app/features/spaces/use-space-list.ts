import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useLocation } from 'react-router'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpaceChange } from '#web/data/spaces-live.ts'
import type { SpacePage } from '#web/data/spaces.ts'
import {
  appendPage,
  applyChange,
  everywhere,
  type IsPast,
  listOf,
  refresh,
  showWaiting,
  type SpaceList,
} from './space-list.ts'

export type LiveList = SpaceList & {
  /** For the element whose children are the spaces, when new ones shall not push it about. */
  gridId: string
  append: (page: SpacePage) => void
  apply: (change: SpaceChange) => void
  showWaiting: () => void
}

/**
 * A loaded page of spaces that grows and follows changes. `filter` is what it was loaded with;
 * `name` keeps lists of one page apart.
 */
export function useSpaceList(name: string, page: SpacePage, filter: SpaceFilter): LiveList {
  const place = `${name} ${useLocation().key}`
  const question = JSON.stringify(filter)
  const gridId = useId()

  function begin(): SpaceList {
    const before = recall(place)
    // Whoever goes back finds the list as it was left; what is new since then waits above it.
    return before ? refresh(before, page, filter.order, everywhere) : listOf(page)
  }

  const [state, setState] = useState(() => ({ page, question, list: begin() }))
  if (state.question !== question) setState({ page, question, list: begin() })

  /** What was begun for another filter comes too late and changes nothing. */
  const change = (update: (list: SpaceList) => SpaceList) =>
    setState((before) =>
      before.question === question ? { ...before, list: update(before.list) } : before,
    )

  const catchUp = useEffectEvent((loaded: SpacePage) => {
    if (state.page === loaded) return
    const list = refresh(state.list, loaded, filter.order, pastOf(gridId))
    setState({ page: loaded, question, list })
  })
  useEffect(() => {
    // With the next frame, when it can be told what the reader sees.
    const frame = requestAnimationFrame(() => catchUp(page))
    return () => cancelAnimationFrame(frame)
  }, [page])

  useEffect(() => {
    // Shelves have no grid to scroll past, do not grow, and need no memory.
    if (document.getElementById(gridId) && state.question === question) remember(place, state.list)
  }, [gridId, place, question, state])

  return {
    ...state.list,
    gridId,
    append: (further) => change((list) => appendPage(list, further)),
    apply: (event) => {
      const isPast = pastOf(gridId)
      change((list) => applyChange(list, event, filter, isPast))
    },
    showWaiting: () => change((list) => showWaiting(list, filter.order)),
  }
}

/** Pixels that the header covers at the top of the window. */
const covered = 64

/** Which places of the grid have left the window at its top, as it stands now. */
function pastOf(gridId: string): IsPast {
  const cards = [...(document.getElementById(gridId)?.children ?? [])]
  const firstSeen = cards.findIndex((card) => card.getBoundingClientRect().top >= covered)
  return (place) => cards.length > 0 && (firstSeen === -1 || place < firstSeen)
}

/** Lists that are remembered; the ones least recently shown are forgotten first. */
const mostRemembered = 20

/** Lists by history entry, so that going back finds what 'Show more' had brought. Browser only. */
const shown = new Map<string, SpaceList>()

/** Keeps a list as it is now for whoever comes back to `place`. */
function remember(place: string, list: SpaceList): void {
  shown.delete(place)
  shown.set(place, list)
  const [oldest] = shown.keys()
  if (shown.size > mostRemembered && oldest !== undefined) shown.delete(oldest)
}

/** The list as it was left at `place`. */
function recall(place: string): SpaceList | undefined {
  return shown.get(place)
}
