import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastQueue } from './toast-queue.ts'

const Region = lazy(() => import('./toast-region.tsx'))

const subscribe = (listener: () => void) => toastQueue.subscribe(listener)
const anyToast = () => toastQueue.visibleToasts.length > 0
const none = () => false

/** Where toasts appear; once, in the root. Its code arrives with the first toast. */
export function Toasts() {
  const isNeeded = useSyncExternalStore(subscribe, anyToast, none)
  if (!isNeeded) return null
  return (
    <Suspense>
      <Region />
    </Suspense>
  )
}
