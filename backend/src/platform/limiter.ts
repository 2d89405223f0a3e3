/** Thrown when the queue of a limiter is full. */
export class TooBusyError extends Error {
  constructor() {
    super('Too many requests are waiting')
  }
}

/**
 * Runs at most `concurrency` heavy tasks at once and queues at most `queueLimit`, so that a burst
 * does not exhaust memory or the thread pool.
 *
 * A queued task rejects with the reason of `signal` when the signal aborts. Rejects with
 * TooBusyError when the queue is full.
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
      // A finished task passes its slot directly to the first queued task, so that no new task is
      // served first.
      if (next) next()
      else running -= 1
    }
  }
}
