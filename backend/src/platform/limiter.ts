/** Thrown instead of queueing when too much work already waits. */
export class TooBusyError extends Error {
  constructor() {
    super('Too many requests are waiting')
  }
}

/**
 * Runs at most `concurrency` pieces of heavy work at once and lets at most `queueLimit` wait, so
 * that a burst costs time rather than memory or the thread pool. Throws TooBusyError beyond that.
 */
export function createLimiter(concurrency: number, queueLimit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= queueLimit) throw new TooBusyError()
      await new Promise<void>((resolve) => waiting.push(resolve))
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
