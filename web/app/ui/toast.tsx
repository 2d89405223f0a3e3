import { lazy, Suspense, useSyncExternalStore } from 'react'

export type Toast = {
  title: string
  description?: string
  tone?: 'success' | 'error' | 'info'
}

/** Long enough to read, and it waits while it is pointed at or focused. */
const visibleMs = 6_000

const Region = lazy(() => import('./toast-region.tsx'))

let isNeeded = false
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says something in passing, after an action whose result is elsewhere. Errors belong in the page. */
export function showToast(toast: Toast): void {
  isNeeded = true
  for (const tell of listeners) tell()
  void import('./toast-queue.ts').then(({ toastQueue }) =>
    toastQueue.add(toast, { timeout: visibleMs }),
  )
}

/** Where toasts appear; once, in the root. Its code arrives with the first toast. */
export function Toasts() {
  const isWanted = useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => false,
  )
  if (!isWanted) return null
  return (
    <Suspense>
      <Region />
    </Suspense>
  )
}
