import { useEffect, useEffectEvent } from 'react'

/** TypeScript's DOM types omit this class, which is missing in Safari. */
declare const CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined

/**
 * Calls `close` when the user presses Back on Android, instead of leaving the page. Returns a
 * function that removes the listener.
 * https://developer.mozilla.org/docs/Web/API/CloseWatcher
 */
export function onCloseRequest(close: () => void): () => void {
  if (typeof CloseWatcher === 'undefined') return () => {}
  const watcher = new CloseWatcher()
  watcher.addEventListener('close', close)
  return () => watcher.destroy()
}

/** Calls `onClose` when the user presses Back on Android while `isOpen` is true. */
export function useCloseRequests(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => (isOpen ? onCloseRequest(() => close()) : undefined), [isOpen])
}
