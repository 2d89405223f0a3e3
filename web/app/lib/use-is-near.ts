import { useCallback, useState } from 'react'

/** How far below the window counts as near. */
const margin = '200px'

/** Whether an element has come near the window; true from then on. */
export function useIsNear() {
  const [isNear, setNear] = useState(false)
  const ref = useCallback((element: Element | null) => {
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
  }, [])
  return { ref, isNear }
}
