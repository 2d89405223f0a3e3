import { Suspense } from 'react'
import { lazy } from '#web/lib/lazy.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'

export type Toast = {
  title: string
  description?: string
  tone?: 'success' | 'error' | 'info'
  /**
   * `action` is a button that undoes or changes the completed action. Pressing it closes the toast.
   */
  action?: { label: string; onPress: () => void }
  /** A toast replaces the visible toast with the same `topic`, whose message is no longer true. */
  topic?: string
}

const Region = lazy(() => import('./toast-region.tsx'))

let isNeeded = false
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows a short message after an action. Errors of a form belong in the form, not in a toast. */
export function showToast(toast: Toast): void {
  isNeeded = true
  for (const notify of listeners) notify()
  void import('./toast-region.tsx').then(({ addToast }) => addToast(toast))
}

/**
 * The page region in which toasts appear, rendered once in the root. Its code loads with the first
 * toast.
 */
export function Toasts() {
  const isNeededNow = useBrowserValue(() => isNeeded, false, subscribe)
  if (!isNeededNow) return null
  return (
    <Suspense>
      <Region />
    </Suspense>
  )
}
