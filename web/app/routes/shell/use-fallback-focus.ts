import { useEffect, useRef, type RefObject } from 'react'

/**
 * Gives the focus to the first visible button of a place when what had it is gone: a dialog that
 * closes returns it to where it was opened, and that may be no more.
 */
export function useFallbackFocus(isWanted: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted) return
    // The dialog gives the focus back a frame after it has closed.
    const timer = setTimeout(() => {
      const active = document.activeElement
      if (active && active !== document.body) return
      const buttons = [...(place.current?.querySelectorAll('button') ?? [])]
      buttons.find((button) => button.checkVisibility())?.focus()
    }, settleMs)
    return () => clearTimeout(timer)
  }, [isWanted])
  return place
}

const settleMs = 100
