import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that focuses the element with an id once React has rendered it. To focus a
 * rendered heading after an admin's decision, see `focusAfterDecision`.
 */
export function useFocusWhenRendered(): (id: string, options?: FocusOptions) => void {
  const wanted = useRef<{ id: string; options?: FocusOptions | undefined }>(null)
  const focus = useCallback(() => {
    const element = wanted.current && document.getElementById(wanted.current.id)
    if (!element) return
    element.focus(wanted.current?.options)
    wanted.current = null
  }, [])
  useEffect(focus)
  return useCallback(
    (id, options) => {
      wanted.current = { id, options }
      focus()
    },
    [focus],
  )
}
