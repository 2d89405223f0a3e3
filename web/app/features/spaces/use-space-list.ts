import { replaceEqualDeep } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { orderOf, type SpaceFilter } from '#web/data/spaces-filter.ts'
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
  gridId: string
  append: (page: SpacePage) => void
  apply: (change: SpaceChange) => void
  showWaiting: () => void
}

/**
 * Milliseconds for which a Realtime change is kept and also applied to newly loaded results.
 * Results that began to load before the change may lack it.
 */
const recentMs = 10_000

/**
 * A paginated list of spaces to which Realtime changes are applied. `name` is unique among the
 * lists of a page.
 */
export function useSpaceList(name: string, page: SpacePage, filter: SpaceFilter): LiveList {
  const place = `${name} ${useLocation().key}`
  const question = JSON.stringify(filter)
  const gridId = useId()

  function begin(): SpaceList {
    const before = recall(place)
    // After Back, restores the list as it was. Newer spaces wait until the user presses the button
    // that inserts them.
    return before ? refresh(before, page, orderOf(filter), everywhere) : listOf(page)
  }

  const [state, setState] = useState(() => ({ page, question, list: begin() }))
  if (state.question !== question) setState({ page, question, list: begin() })

  /** Updates the list, unless its filter has changed since the Realtime change arrived. */
  const change = (update: (list: SpaceList) => SpaceList) =>
    setState((before) =>
      before.question === question ? { ...before, list: update(before.list) } : before,
    )

  const recent = useRef<SpaceChange[]>([])
  const withRecent = (list: SpaceList, isPast: IsPast) =>
    recent.current.reduce((before, event) => applyChange(before, event, filter, isPast), list)

  const catchUp = useEffectEvent((loaded: SpacePage) => {
    const isPast = pastOf(gridId)
    const refreshed =
      state.page === loaded ? state.list : refresh(state.list, loaded, orderOf(filter), isPast)
    const changed = withRecent(refreshed, isPast)
    if (changed === state.list) return
    // Keeps the objects of unchanged spaces, so that their cards do not re-render.
    setState({ page: loaded, question, list: replaceEqualDeep(state.list, changed) })
  })
  useEffect(() => {
    // Waits for the next animation frame, because the browser restores the scroll position only
    // then.
    const frame = requestAnimationFrame(() => catchUp(page))
    return () => cancelAnimationFrame(frame)
  }, [page])

  useEffect(() => {
    // Stores only a list that is shown as a grid, because other lists have only one page.
    if (document.getElementById(gridId) && state.question === question) remember(place, state.list)
  }, [gridId, place, question, state])

  return {
    ...state.list,
    gridId,
    append: (further) => {
      const isPast = pastOf(gridId)
      change((list) => withRecent(appendPage(list, further), isPast))
    },
    apply: (event) => {
      recent.current.push(event)
      setTimeout(() => recent.current.shift(), recentMs)
      const isPast = pastOf(gridId)
      change((list) => applyChange(list, event, filter, isPast))
    },
    showWaiting: () => change((list) => showWaiting(list, orderOf(filter))),
  }
}

/** Height in pixels of the page header, which covers the top of the viewport. */
const covered = 64

/** Returns a function that checks whether a space at a given index is above the viewport. */
function pastOf(gridId: string): IsPast {
  const cards = [...(document.getElementById(gridId)?.children ?? [])]
  const firstSeen = cards.findIndex((card) => card.getBoundingClientRect().top >= covered)
  return (place) => cards.length > 0 && (firstSeen === -1 || place < firstSeen)
}

/**
 * Maximum number of stored lists. If there are more, the list that was shown longest ago is
 * dropped.
 */
const mostRemembered = 20

/**
 * Space lists by history entry, so that Back restores all pages that were loaded with 'Show more'.
 */
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
