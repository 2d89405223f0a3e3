import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'

type Toast = {
  title: string
  description?: string
  tone?: 'success' | 'error' | 'info'
}

export const toastQueue = new ToastQueue<Toast>({ maxVisibleToasts: 3 })

/** Long enough to read, and it waits while it is pointed at or focused. */
const visibleMs = 6_000

/** Says something in passing, after an action whose result is elsewhere. Errors belong in the page. */
export function showToast(toast: Toast): void {
  toastQueue.add(toast, { timeout: visibleMs })
}
