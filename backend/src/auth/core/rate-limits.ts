import type { Queryable } from '#backend/platform/database.ts'
import { arrayLiteral } from '#backend/platform/sql-text.ts'
import type { WireRow, WireStatement } from '#backend/platform/wire/connection.ts'
import { RateLimitError } from './errors.ts'
import { isLoopback } from './redirects.ts'
import { ipAddressOf } from './request-origin.ts'

/** So many times in so many seconds; unused allowance gathers up to `times`. */
export type RateLimit = { times: number; seconds: number }

/**
 * Takes one from the allowance of `key`, shared by all processes through the database. Answers the
 * seconds to wait, 0 when it was granted. What is refused costs nothing, so that whoever keeps
 * knocking does not keep anybody else out for longer.
 */
export async function consume(sql: Queryable, key: string, allowance: RateLimit): Promise<number> {
  const each = allowance.seconds / allowance.times
  const room = allowance.seconds - each
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

/** How far allowances are used up, as a statement; `usedSeconds` reads what came of it. */
export function usageStatement(keys: readonly string[]): WireStatement {
  const text = `
    select key, extract(epoch from full_at - clock_timestamp())
    from auth_internal.rate_limits where key = any ($1::text[])`
  return { text, values: [arrayLiteral(keys)] }
}

/** The seconds until each is whole again, by its key; none for those of which nothing was taken. */
export function usageByKey(rows: readonly WireRow[]): Map<string, number> {
  return new Map(rows.map(([key, seconds]) => [String(key), Number(String(seconds))]))
}

/** The seconds until `take` would grant, where it is whole again in `used` seconds. */
export function waitSeconds({ times, seconds }: RateLimit, used: number): number {
  return Math.max(0, Math.ceil(used - (seconds - seconds / times)))
}

/** The same as `take`, throwing TooManyError (429) when nothing is left. */
export async function consumeOrThrow(
  sql: Queryable,
  key: string,
  allowance: RateLimit,
  code = 'over_request_rate_limit',
): Promise<void> {
  const wait = await consume(sql, key, allowance)
  if (wait > 0) throw rateLimitError(wait, code)
}

/** 429 with the seconds to wait. */
export function rateLimitError(wait: number, code: string): RateLimitError {
  return new RateLimitError(wait, code)
}

/**
 * Who calls from this very machine is a test, a measurement or somebody who tries the product out: so
 * many times as much. A proxy has to say in `x-forwarded-for` for whom it speaks.
 */
const loopbackFactor = 100

export function limitFactor(headers: Headers): number {
  return isLoopback(ipAddressOf(headers) ?? '') ? loopbackFactor : 1
}
