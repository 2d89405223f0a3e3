import { z } from 'zod'
import { requireServiceRole } from './caller.ts'
import { FunctionError } from './errors.ts'
import { logError } from './log.ts'
import { serveJson } from './serve-json.ts'
import { isRefusal } from './stripe.ts'

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
 * number of successes. Throws at the end if all items failed and none of them was refused. The job
 * thus counts as failed during an outage, but not if its only item can never succeed.
 */
export async function forEachAtMost<T>(
  limit: number,
  items: readonly T[] | AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<number> {
  const queue = Array.isArray(items) ? items.values() : (items as AsyncGenerator<T>)
  let done = 0
  const failures: unknown[] = []
  const worker = async () => {
    for await (const item of queue) {
      try {
        await work(item)
        done += 1
      } catch (cause) {
        failures.push(cause)
        logError(`a job failed for ${idOf(item)}; the job runs again later`, cause)
      }
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  if (done === 0 && failures.length > 0 && !failures.some(isRefused)) {
    const [first] = failures
    const reason = first instanceof Error ? first.message || first.name : String(first)
    throw new Error(`${failures.length} of ${failures.length} items failed: ${reason}`)
  }
  return done
}

/** Returns true for an error of this item alone, such as a payment that Stripe does not know. */
const isRefused = (cause: unknown) =>
  isRefusal(cause) || (cause instanceof FunctionError && cause.status < 500)

/** Runs all steps of a job one after another, and throws the first error at the end. */
export async function runSteps(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((cause: unknown) => failures.push(cause))
  if (failures.length > 0) throw failures[0]
}

function idOf(item: unknown): string {
  const { id, user_id: userId } = item as { id?: string; user_id?: string }
  return id ?? userId ?? 'an item'
}
