/** Thrown when the queue of a limiter is full. */
export class TooBusyError extends Error {
  constructor() {
    super('Too many requests are waiting')
  }
}

/**
 * Runs at most `concurrency` tasks at once and queues at most `queueLimit`. Rejects with
 * TooBusyError when the queue is full. A queued task rejects when `signal` aborts.
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
      // A finished task passes its slot to the first queued task, before any new task.
      if (next) next()
      else running -= 1
    }
  }
}
