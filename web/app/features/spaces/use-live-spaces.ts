import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { isDecidableInBrowser, type SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpaceChange, TypeChange } from '#web/data/spaces-live.ts'
import { useSpaceFeed } from './use-space-feed.ts'
import type { LiveList } from './use-space-list.ts'

/** Minimum interval between reloads of the list, in milliseconds. */
const reloadInterval = 1_500

/**
 * Applies Realtime changes to lists of spaces. Also reloads the page's data after an insert or
 * update if only the database can evaluate the filter of one of the lists.
 */
export function useLiveSpaces(
  lists: readonly { list: LiveList; filter: SpaceFilter }[],
  onType: (change: TypeChange) => void,
  onSpace?: (change: SpaceChange) => void,
): void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  useSpaceFeed((change) => {
    for (const { list } of lists) list.apply(change)
    onSpace?.(change)
    if (change.kind === 'deleted' || lists.every(({ filter }) => isDecidableInBrowser(filter)))
      return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void revalidate()
    }, reloadInterval)
  }, onType)
}
