/** Calls `run` when the page has loaded and is idle. Returns a function that cancels the call. */
export function whenIdle(run: () => void): () => void {
  const cancel = new AbortController()
  const start = () => {
    if (cancel.signal.aborted) return
    // Uses a timer in Safari, which has no requestIdleCallback.
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => cancel.signal.aborted || run(), { timeout: 2_000 })
    else setTimeout(() => cancel.signal.aborted || run(), 500)
  }
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true, signal: cancel.signal })
  return () => cancel.abort()
}
