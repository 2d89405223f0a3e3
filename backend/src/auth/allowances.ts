import type { Queryable } from '#backend/platform/database.ts'
import { arrayLiteral } from '#backend/platform/sql-text.ts'
import type { WireRow, WireStatement } from '#backend/platform/wire/connection.ts'
import { TooManyError } from './guards/too-many.ts'

/** So many times in so many seconds; unused allowance gathers up to `times`. */
export type Allowance = { times: number; seconds: number }

/**
 * Takes one from the allowance of `key`, shared by all processes through the database. Answers the
 * seconds to wait, 0 when it was granted. What is refused costs nothing, so that whoever keeps
 * knocking does not keep anybody else out for longer.
 */
export async function take(sql: Queryable, key: string, allowance: Allowance): Promise<number> {
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
export function peekStatement(keys: readonly string[]): WireStatement {
  const text = `
    select key, extract(epoch from full_at - clock_timestamp())
    from auth_internal.rate_limits where key = any ($1::text[])`
  return { text, values: [arrayLiteral(keys)] }
}

/** The seconds until each is whole again, by its key; none for those of which nothing was taken. */
export function usedSeconds(rows: readonly WireRow[]): Map<string, number> {
  return new Map(rows.map(([key, seconds]) => [String(key), Number(String(seconds))]))
}

/** The seconds until `take` would grant, where it is whole again in `used` seconds. */
export function waitOf({ times, seconds }: Allowance, used: number): number {
  return Math.max(0, Math.ceil(used - (seconds - seconds / times)))
}

/** The same as `take`, throwing TooManyError (429) when nothing is left. */
export async function spend(
  sql: Queryable,
  key: string,
  allowance: Allowance,
  code = 'over_request_rate_limit',
): Promise<void> {
  const wait = await take(sql, key, allowance)
  if (wait > 0) throw tooSoon(wait, code)
}

/** 429 with the seconds to wait. */
export function tooSoon(wait: number, code: string): TooManyError {
  return new TooManyError(wait, code)
}
