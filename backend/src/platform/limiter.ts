/** Thrown instead of queueing when too much work already waits. */
export class TooBusyError extends Error {
  constructor() {
    super('Too many requests are waiting')
  }
}

/**
 * Runs at most `concurrency` pieces of heavy work at once and lets at most `queueLimit` wait, so
 * that a burst costs time rather than memory or the thread pool. Who waits leaves the line when `signal`
 * aborts, and is told its reason. Throws TooBusyError beyond that.
 */
export function createLimiter(concurrency: number, queueLimit: number) {
  const waiting: (() => void)[] = []
  let running = 0

  function turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave)
      waiting.push(enter)
    })
  }

  return async function limited<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= queueLimit) throw new TooBusyError()
      await turn(signal)
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // A place is handed to the next in line without ever being free in between.
      if (next) next()
      else running -= 1
    }
  }
}
