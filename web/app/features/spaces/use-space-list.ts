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
  /** Id of the element that contains the space cards. */
  gridId: string
  append: (page: SpacePage) => void
  apply: (change: SpaceChange) => void
  showWaiting: () => void
}

/** A list that grows by pages and follows Realtime. `name` distinguishes lists on one page. */
export function useSpaceList(name: string, page: SpacePage, filter: SpaceFilter): LiveList {
  const place = `${name} ${useLocation().key}`
  const question = JSON.stringify(filter)
  const gridId = useId()

  function begin(): SpaceList {
    const before = recall(place)
    // Back restores the list as the user left it; a button inserts newer spaces.
    return before ? refresh(before, page, filter.order, everywhere) : listOf(page)
  }

  const [state, setState] = useState(() => ({ page, question, list: begin() }))
  if (state.question !== question) setState({ page, question, list: begin() })

  /** Ignores Realtime changes for a filter that is no longer shown. */
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
    // Waits for the next animation frame, in which the scroll position is known.
    const frame = requestAnimationFrame(() => catchUp(page))
    return () => cancelAnimationFrame(frame)
  }, [page])

  useEffect(() => {
    // Lists without a grid id have one page and are not restored on Back.
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

/** Height of the header in pixels. */
const covered = 64

/** Returns the indexes of the spaces in the grid that are above the viewport. */
function pastOf(gridId: string): IsPast {
  const cards = [...(document.getElementById(gridId)?.children ?? [])]
  const firstSeen = cards.findIndex((card) => card.getBoundingClientRect().top >= covered)
  return (place) => cards.length > 0 && (firstSeen === -1 || place < firstSeen)
}

/** Maximum number of remembered lists. The least recently shown list is dropped. */
const mostRemembered = 20

/** Lists by history entry, so that Back restores the pages loaded with 'Show more'. */
const shown = new Map<string, SpaceList>()

function remember(place: string, list: SpaceList): void {
  shown.delete(place)
  shown.set(place, list)
  const [oldest] = shown.keys()
  if (shown.size > mostRemembered && oldest !== undefined) shown.delete(oldest)
}

function recall(place: string): SpaceList | undefined {
  return shown.get(place)
}
