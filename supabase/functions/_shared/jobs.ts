import { z } from 'zod'
import { logError } from './log.ts'

/** Request body of a scheduled job. */
export const jobBodySchema = z.object({
  /**
   * The current time by Stripe's clock, as an ISO instant with offset. The sandbox clock may run
   * ahead of the server's.
   */
  as_of: z.iso
    .datetime({ offset: true })
    .optional()
    .transform((text) => (text ? new Date(text) : new Date())),
})

/**
 * Processes every item, at most `limit` concurrently. Logs an item's failure and continues with the rest.
 * Returns the number of items that succeeded.
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
        logError('an item of a batch failed', cause)
      }
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  return done
}
