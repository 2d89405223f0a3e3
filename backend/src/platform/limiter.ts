/** Thrown when the queue of a limiter is full, or a task has waited too long. */
export class TooBusyError extends Error {
  constructor() {
    super('Too many requests are waiting')
  }
}

/**
 * Creates a function that runs at most `concurrency` tasks at once and queues at most `queueLimit`.
 * Rejects with TooBusyError when the queue is full. A queued task rejects when `signal` aborts.
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
      // Passes the slot of a finished task to the first queued task, before any new task.
      if (next) next()
      else running -= 1
    }
  }
}

/**
 * Limits the concurrency of tasks separately for each key. A task that waits for more than `waitMs`
 * ms in the queue rejects with TooBusyError.
 */
export function createKeyedLimiter(concurrency: number, queueLimit: number, waitMs: number) {
  const limiters = new Map<string, { tasks: number; limited: ReturnType<typeof createLimiter> }>()

  return async function limited<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = limiters.get(key) ?? { tasks: 0, limited: createLimiter(concurrency, queueLimit) }
    limiters.set(key, own)
    const signal = own.tasks >= concurrency ? AbortSignal.timeout(waitMs) : undefined
    own.tasks += 1
    try {
      return await own.limited(work, signal)
    } catch (error) {
      throw signal?.aborted && error === signal.reason ? new TooBusyError() : error
    } finally {
      own.tasks -= 1
      if (own.tasks === 0) limiters.delete(key)
    }
  }
}
