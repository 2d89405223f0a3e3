import { AsyncLocalStorage } from 'node:async_hooks'
import type { InProcessServer } from '@hourspace/launch/testing/server.ts'

/** The point at which an operation ends, as if the process that runs it were killed. */
export type Crash = {
  /**
   * Number of the database statement or Stripe request at which the crash happens. The first is 1.
   */
  at: number
  /** Whether the crash happens before or after this statement or request takes effect. */
  when: 'before' | 'after'
}

type Operation = {
  calls: number
  crash: Crash | null
  /**
   * True if the operation delivers webhooks. A crash then fails one webhook request, and the
   * operation continues.
   */
  isWebhook: boolean
  isDead: boolean
  die: () => void
  onCrash: () => void
}

const operations = new AsyncLocalStorage<Operation>()
const never = new Promise<never>(() => {})

/**
 * Runs `work` until the crash, then calls `onCrash` and returns null. The promise of `work` then
 * stays pending. With `isWebhook`, the operation continues after the crash, and its result is
 * returned.
 */
export async function runUntil<T>(
  crash: Crash | null,
  work: () => Promise<T>,
  { isWebhook = false, onCrash = () => {} } = {},
): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const die = () => resolve(null)
  const operation = { calls: 0, crash, isWebhook, isDead: false, die, onCrash }
  return operations.run(operation, () => Promise.race([work(), promise]))
}

/**
 * Counts a database statement or Stripe request of the running operation. Returns `nothing` if the
 * call must not be executed, because the crash comes before it. Returns `effect` if the call must
 * be executed, but the crash loses the result. Returns `all` if no crash affects the call.
 */
function next(): 'all' | 'nothing' | 'effect' {
  const operation = operations.getStore()
  if (!operation) return 'all'
  if (operation.isDead) return 'nothing'
  operation.calls += 1
  const { crash } = operation
  if (crash?.at !== operation.calls) return 'all'
  operation.onCrash()
  operation.isDead = !operation.isWebhook
  // A crash that loses only the result waits until the statement or request has completed.
  // Otherwise the statement could overlap the next step of the model.
  if (operation.isDead && crash.when === 'before') operation.die()
  return crash.when === 'before' ? 'nothing' : 'effect'
}

type Query = {
  executed: boolean
  resolve: (result: unknown) => void
  reject: (cause: unknown) => void
  handle(): Promise<void>
}

/**
 * Intercepts database statements and Stripe requests of edge functions, so that `runUntil` can
 * simulate crashes. Returns a function that removes the interception.
 */
export function interceptCalls(server: InProcessServer): () => void {
  const queries = Object.getPrototypeOf(server.sql`select 1`) as Query
  const { handle } = queries
  queries.handle = async function (this: Query) {
    // Only edge functions have the global `Deno`; see backend/src/functions/runtime.ts.
    const isOfFunction = (globalThis as { Deno?: unknown }).Deno !== undefined
    if (this.executed || !isOfFunction) return handle.call(this)
    const outcome = next()
    if (outcome === 'all') return handle.call(this)
    const { reject } = this
    const operation = operations.getStore()
    const end = operation?.isWebhook ? () => reject(new Error('killed')) : () => operation?.die()
    this.resolve = this.reject = end
    if (outcome === 'effect') return handle.call(this)
    this.executed = true
    end()
  }
  const { fetch } = globalThis
  const origin = new URL(server.url).origin
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    const isStripe = url.pathname.startsWith('/_sandbox/stripe/v1/') && url.origin !== origin
    if (!isStripe && url.origin !== origin) return fetch(input, init)
    const outcome = isStripe ? next() : 'all'
    const end = () => {
      const operation = operations.getStore()
      if (operation?.isWebhook) throw new Error('killed')
      operation?.die()
      return never
    }
    if (outcome === 'nothing') return end()
    const local = new URL(url.pathname + url.search, origin)
    const response = await server.fetch(
      input instanceof Request ? new Request(local, input) : new Request(local, init),
    )
    return outcome === 'all' ? response : end()
  }
  return () => {
    queries.handle = handle
    globalThis.fetch = fetch
  }
}
