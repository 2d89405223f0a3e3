import { logError } from './log.ts'

/**
 * Works on every item, at most `limit` at a time. One that fails is logged and stops nobody else.
 * Returns how many went well.
 */
export async function forEachAtMost<T>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<number> {
  const queue = items.values()
  let done = 0
  const worker = async () => {
    for (const item of queue) {
      try {
        await work(item)
        done += 1
      } catch (cause) {
        logError('one of a batch failed', cause)
      }
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  return done
}
