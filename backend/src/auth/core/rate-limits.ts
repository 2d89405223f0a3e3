import type { Queryable } from '#backend/platform/database.ts'
import { arrayLiteral } from '#backend/platform/sql-text.ts'
import type { WireRow, WireStatement } from '#backend/platform/wire/connection.ts'
import { RateLimitError } from './errors.ts'
import { isLoopback } from './redirects.ts'
import { ipAddressOf } from '#backend/platform/client-network.ts'

/** Token bucket rate limit: `times` requests per `seconds`, with bursts up to `times`. */
export type RateLimit = { times: number; seconds: number }

/**
 * Counts a request against the rate limit `key`, which all processes share. Returns 0 if the
 * request is allowed. Otherwise returns the seconds to wait and does not count the request.
 */
export async function consume(sql: Queryable, key: string, limit: RateLimit): Promise<number> {
  const each = limit.seconds / limit.times
  const room = limit.seconds - each
  const [granted] = await sql`
    insert into auth_internal.rate_limits as used (key, full_at)
    values (${key}, clock_timestamp() + make_interval(secs => ${each}))
    on conflict (key) do update
      set full_at = greatest(used.full_at, clock_timestamp()) + make_interval(secs => ${each})
      where used.full_at <= clock_timestamp() + make_interval(secs => ${room})
    returning key`
  if (granted) return 0
  const [used] = await sql<{ wait: number }[]>`
    select ceil(extract(epoch from full_at - clock_timestamp()) - ${room})::int as wait
    from auth_internal.rate_limits where key = ${key}`
  return Math.max(1, used?.wait ?? 1)
}

export function usageStatement(keys: readonly string[]): WireStatement {
  const text = `
    select key, extract(epoch from full_at - clock_timestamp())
    from auth_internal.rate_limits where key = any ($1::text[])`
  return { text, values: [arrayLiteral(keys)] }
}

/** Returns the seconds until each used rate limit is fully refilled, by rate limit key. */
export function usageByKey(rows: readonly WireRow[]): Map<string, number> {
  return new Map(rows.map(([key, seconds]) => [String(key), Number(String(seconds))]))
}

/**
 * Returns the seconds until `consume` allows a request. `used` is the number of seconds until the
 * limit is fully refilled.
 */
export function waitSeconds({ times, seconds }: RateLimit, used: number): number {
  return Math.max(0, Math.ceil(used - (seconds - seconds / times)))
}

/**
 * Counts one request against a rate limit. Throws RateLimitError (429) if the limit is exceeded.
 */
export async function consumeOrThrow(
  sql: Queryable,
  key: string,
  limit: RateLimit,
  code = 'over_request_rate_limit',
): Promise<void> {
  const wait = await consume(sql, key, limit)
  if (wait > 0) throw new RateLimitError(wait, code)
}

/**
 * Factor by which limits are higher for loopback clients. A proxy on this machine must therefore
 * set `X-Forwarded-For`; otherwise all its clients count as loopback clients.
 */
const loopbackFactor = 100

export function limitFactor(headers: Headers): number {
  return isLoopback(ipAddressOf(headers) ?? '') ? loopbackFactor : 1
}
