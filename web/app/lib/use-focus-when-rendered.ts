import { useCallback, useEffect, useRef } from 'react'
import { isTyping } from './is-typing.ts'

/**
 * Returns a function that focuses the element with an id once React has rendered it, unless the user
 * is typing in a field by then. Does nothing after unmount, because the id may exist on the next
 * page. To focus a rendered heading after an admin's decision, see `focusAfterDecision`.
 */
export function useFocusWhenRendered(): (id: string, options?: FocusOptions) => void {
  const wanted = useRef<{ id: string; options?: FocusOptions | undefined }>(null)
  const isMounted = useRef(false)
  const focus = useCallback(() => {
    const element = wanted.current && document.getElementById(wanted.current.id)
    if (!element || !isMounted.current) return
    if (!isTyping()) element.focus(wanted.current?.options)
    wanted.current = null
  }, [])
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
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
