import { z } from 'zod'
import { requireServiceRole } from './caller.ts'
import { logError } from './log.ts'
import { serveJson } from './serve-json.ts'

const bodySchema = z.object({
  /** Current time by Stripe's clock, which may be ahead of the server's clock in the sandbox. */
  as_of: z.iso
    .datetime({ offset: true })
    .optional()
    .transform((text) => (text ? new Date(text) : new Date())),
})

export const jobResponseSchema = z.custom<object>().meta({ type: 'object' })

/** Returns the handler of a scheduled job. Only the service role may call it. */
export function serveJob(work: (body: z.output<typeof bodySchema>) => Promise<object>) {
  return serveJson({
    caller: requireServiceRole,
    body: bodySchema,
    response: jobResponseSchema,
    work,
  })
}

/**
 * Calls `work` for each item, for up to `limit` items concurrently. Logs failures and returns the
 * number of successes.
 */
export async function forEachAtMost<T>(
  limit: number,
  items: readonly T[] | AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<number> {
  const queue = Array.isArray(items) ? items.values() : (items as AsyncGenerator<T>)
  let done = 0
  const worker = async () => {
    for await (const item of queue) {
      try {
        await work(item)
        done += 1
      } catch (cause) {
        logError(`a job failed for ${idOf(item)}; the job runs again later`, cause)
      }
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  return done
}

function idOf(item: unknown): string {
  const { id, user_id: userId } = item as { id?: string; user_id?: string }
  return id ?? userId ?? 'an item'
}
