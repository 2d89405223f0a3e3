import type { MiddlewareHandler } from 'hono'
import type { Queryable } from '#backend/platform/database.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { sweepingTokens } from './sweep-tokens.ts'

const everyMs = 60_000
/** Rows of a table that one step removes at most, and how soon the next one follows if there were more. */
const step = 500
const soonMs = 1_000

/**
 * Once a minute and process, somebody's request takes along a little of what has had its day; more
 * often while a flood of requests leaves more behind than that. Nothing expired is accepted, swept or
 * not.
 */
export function sweeping(world: AuthWorld): MiddlewareHandler {
  const sweepTokens = sweepingTokens(world.sql)
  let dueAt = 0
  return async (_c, next) => {
    if (Date.now() >= dueAt) {
      dueAt = Date.now() + everyMs
      const isMoreLeft = await sweep(world, sweepTokens).catch((cause: unknown) => {
        world.log.error('expired rows were not swept', cause)
        return false
      })
      if (isMoreLeft) dueAt = Date.now() + soonMs
    }
    await next()
  }
}

/** Answers whether there is more of something than one step removes. */
async function sweep(
  { sql, config }: AuthWorld,
  sweepTokens: () => Promise<boolean>,
): Promise<boolean> {
  const { otp, mfa, auditRetentionDays } = config.auth
  const day = 86_400
  // Kept by Supabase's schema without a zone, as UTC.
  const staleCode = sql`
    created_at < (now() at time zone 'utc') - make_interval(secs => ${otp.lifetime})`
  const removed = [
    await remove(sql, 'auth_internal.rate_limits', sql`full_at < now()`),
    await remove(sql, 'auth.one_time_tokens', staleCode),
    // A flow by mail lasts as long as its link, and its code five minutes more.
    await remove(sql, 'auth.flow_state', older(sql, 'created_at', Math.max(day, 2 * otp.lifetime))),
    await remove(sql, 'auth.oauth_client_states', older(sql, 'created_at', day)),
    await remove(sql, 'auth.saml_relay_states', older(sql, 'created_at', day)),
    await remove(sql, 'auth.mfa_challenges', older(sql, 'created_at', mfa.challengeLifetime + day)),
    await remove(sql, 'auth_internal.trusted_devices', older(sql, 'last_seen_at', 400 * day)),
    await remove(sql, 'auth.audit_log_entries', older(sql, 'created_at', auditRetentionDays * day)),
  ]
  const areTokensLeft = await sweepTokens()
  return areTokensLeft || removed.some((count) => count === step)
}

function older(sql: Queryable, column: string, seconds: number) {
  return sql`${sql(column)} < now() - make_interval(secs => ${seconds})`
}

/**
 * Answers how many rows. Skips what somebody holds, so that two sweeps, or a sweep and a request, never
 * wait for one another.
 */
async function remove(
  sql: Queryable,
  table: string,
  condition: ReturnType<typeof older>,
): Promise<number> {
  const { count } = await sql`
    delete from ${sql(table)} where ctid in (
      select ctid from ${sql(table)} where ${condition} limit ${step} for update skip locked
    )`
  return count
}
