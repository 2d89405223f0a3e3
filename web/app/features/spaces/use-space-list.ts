import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpaceChange } from '#web/data/spaces-live.ts'
import type { SpacePage } from '#web/data/spaces.ts'
import { appendPage, applyChange, listOf, refresh, type SpaceList } from './space-list.ts'

/** Lists by history entry, so that going back finds what 'Show more' had brought. Browser only. */
const shownBefore = new Map<string, SpaceList>()

export type LiveList = SpaceList & {
  append: (page: SpacePage) => void
  apply: (change: SpaceChange) => void
}

/**
 * A loaded page of spaces that grows and follows changes. `filter` is what it was loaded with;
 * `name` keeps lists of one page apart.
 */
export function useSpaceList(name: string, page: SpacePage, filter: SpaceFilter): LiveList {
  const place = `${name} ${useLocation().key}`
  const question = JSON.stringify(filter)

  function begin(): SpaceList {
    const before = shownBefore.get(place)
    return before ? refresh(before, page) : listOf(page)
  }

  const [state, setState] = useState(() => ({ page, question, list: begin() }))
  if (state.page !== page) {
    const list = state.question === question ? refresh(state.list, page) : begin()
    setState({ page, question, list })
  }

  useEffect(() => {
    if (state.question === question) shownBefore.set(place, state.list)
  }, [place, question, state])

  const change = (update: (list: SpaceList) => SpaceList) =>
    setState((before) => ({ ...before, list: update(before.list) }))

  return {
    ...state.list,
    append: (further) => change((list) => appendPage(list, further)),
    apply: (event) => change((list) => applyChange(list, event, filter)),
  }
}
