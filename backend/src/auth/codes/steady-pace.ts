import { setTimeout } from 'node:timers/promises'

const beatMs = 100

/**
 * Does `work` and comes back, with its result or its error, on the next full beat. Whether an address
 * has an account decides over a few milliseconds of work; a stranger with a stopwatch sees beats.
 */
export async function atSteadyPace<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    await setTimeout(beatMs - ((performance.now() - start) % beatMs))
  }
}
