import type { MiddlewareHandler } from 'hono'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { RateLimitError } from '#backend/auth/core/errors.ts'
import { type RateLimit, consume, limitFactor } from '#backend/auth/core/rate-limits.ts'
import { digest } from '#backend/auth/core/request-origin.ts'
import { clientNetworkOf } from '#backend/platform/client-network.ts'
import type { RateLimitRule } from './rate-limit-rules.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { type RequestFacts, readRequestFacts } from './request-facts.ts'

/**
 * Middleware that counts each request against the rules of its endpoint. Throws RateLimitError
 * (429) if a limit is exceeded.
 */
export function rateLimit(
  context: AuthContext,
  rules: readonly RateLimitRule[],
): MiddlewareHandler {
  const auth = context.settings
  const consumeBatched = createBatchedConsume(context.sql)
  return async (c, next) => {
    const { headers } = c.req.raw
    const facts = await readRequestFacts(c.req)
    for (const rule of rules) {
      if (rule.when && !rule.when(facts, auth)) continue
      const whose = rule.by === 'caller' ? clientNetworkOf(headers) : facts.account
      if (whose === null) continue
      const factor = rule.by === 'caller' ? limitFactor(headers) : 1
      const times = auth.limits[rule.limit] * factor
      const wait = await consumeBatched(keyOf(rule, facts, whose), { times, seconds: rule.seconds })
      if (wait > 0) throw new RateLimitError(wait, refusalCodes[rule.limit])
    }
    await next()
  }
}

function keyOf(rule: RateLimitRule, { grant }: RequestFacts, whose: string): string {
  return `${rule.call} ${grant ?? ''} ${rule.limit} ${rule.by} ${digest(whose)}`
}

const refusalCodes: Partial<Record<RateLimitRule['limit'], string>> = {
  emailSent: 'over_email_send_rate_limit',
  smsSent: 'over_sms_send_rate_limit',
}

/** Lifetime of a reserved batch in seconds, after which its unused requests expire. */
const batchLifetimeSeconds = 10

const maxBatches = 10_000

/**
 * Reserves requests in batches of 1/50 of the limit. One query reserves a batch; the process then
 * allows the requests of the batch without a query. `bench/auth.ts` measures token refreshes with
 * all rate limits.
 */
function createBatchedConsume(sql: Queryable) {
  const batches = new Map<string, { left: number; until: number }>()
  const inFlight = new Map<string, Promise<number>>()

  const fetchBatch = async (key: string, { times, seconds }: RateLimit): Promise<number> => {
    const size = Math.max(1, Math.floor(times / 50))
    const wait = await consume(sql, key, { times: Math.max(1, Math.floor(times / size)), seconds })
    if (wait > 0) return wait
    if (batches.size >= maxBatches) batches.clear()
    batches.set(key, { left: size, until: Date.now() + batchLifetimeSeconds * 1000 })
    return 0
  }

  return async function consumeBatched(key: string, limit: RateLimit): Promise<number> {
    for (;;) {
      const batch = batches.get(key)
      if (batch && batch.until > Date.now()) {
        batch.left -= 1
        if (batch.left === 0) batches.delete(key)
        return 0
      }
      // If a query for the next batch is in flight, waits for this query instead of sending another
      // query.
      let fetching = inFlight.get(key)
      if (!fetching) {
        fetching = fetchBatch(key, limit).finally(() => inFlight.delete(key))
        inFlight.set(key, fetching)
      }
      const wait = await fetching
      if (wait > 0) return wait
    }
  }
}
