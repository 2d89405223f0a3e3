import { type RefCallback, useCallback, useState } from 'react'

/**
 * Returns true once the element with `ref` has come near the viewport, and stays true. `margin` is
 * the distance to the viewport that counts as near, such as `300px`.
 */
export function useIsNear(margin: string): { ref: RefCallback<Element>; isNear: boolean } {
  const [isNear, setNear] = useState(false)
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return
          observer.disconnect()
          setNear(true)
        },
        { rootMargin: margin },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [margin],
  )
  return { ref, isNear }
}
