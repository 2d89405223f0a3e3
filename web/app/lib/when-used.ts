/** Milliseconds after which `whenUsed` stops waiting for input and calls `run`. */
const waitMs = 10_000

const inputs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Calls `run` after the first input on the page, or after a time limit. Returns a function that
 * cancels the call.
 */
export function whenUsed(run: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const start = () => {
    ended.abort()
    run()
  }
  const timer = setTimeout(start, waitMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
  for (const input of inputs) addEventListener(input, start, { passive: true, signal })
  return () => ended.abort()
}
