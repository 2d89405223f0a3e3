import type { MiddlewareHandler } from 'hono'
import type { Queryable } from '#backend/platform/database.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'

const intervalMs = 60_000

/** Rows of a table that one step removes at most, and how soon the next one follows if there were more. */
const batchSize = 500

const busyIntervalMs = 1_000

/**
 * Once a minute and process, somebody's request takes along a little of what has had its day; more
 * often while a flood of requests leaves more behind than that. Nothing expired is accepted, swept or
 * not.
 */
export function withCleanup(context: AuthContext): MiddlewareHandler {
  const sweepTokens = createTokenCleanup(context.sql)
  let dueAt = 0
  return async (_c, next) => {
    if (Date.now() >= dueAt) {
      dueAt = Date.now() + intervalMs
      const isMoreLeft = await deleteExpiredRows(context, sweepTokens).catch((cause: unknown) => {
        context.log.error('expired rows were not swept', cause)
        return false
      })
      if (isMoreLeft) dueAt = Date.now() + busyIntervalMs
    }
    await next()
  }
}

/** Answers whether there is more of something than one step removes. */
async function deleteExpiredRows(
  { sql, settings }: AuthContext,
  sweepTokens: () => Promise<boolean>,
): Promise<boolean> {
  const { otp, mfa, auditRetentionDays } = settings
  const day = 86_400
  // Kept by Supabase's schema without a zone, as UTC.
  const staleCode = sql`
    created_at < (now() at time zone 'utc') - make_interval(secs => ${otp.lifetime})`
  const removed = [
    await deleteBatch(sql, 'auth_internal.rate_limits', sql`full_at < now()`),
    await deleteBatch(sql, 'auth.one_time_tokens', staleCode),
    // A flow by mail lasts as long as its link, and its code five minutes more.
    await deleteBatch(
      sql,
      'auth.flow_state',
      olderThan(sql, 'created_at', Math.max(day, 2 * otp.lifetime)),
    ),
    await deleteBatch(sql, 'auth.oauth_client_states', olderThan(sql, 'created_at', day)),
    await deleteBatch(sql, 'auth.saml_relay_states', olderThan(sql, 'created_at', day)),
    await deleteBatch(
      sql,
      'auth.mfa_challenges',
      olderThan(sql, 'created_at', mfa.challengeLifetime + day),
    ),
    await deleteBatch(
      sql,
      'auth_internal.trusted_devices',
      olderThan(sql, 'last_seen_at', 400 * day),
    ),
    await deleteBatch(
      sql,
      'auth.audit_log_entries',
      olderThan(sql, 'created_at', auditRetentionDays * day),
    ),
  ]
  const areTokensLeft = await sweepTokens()
  return areTokensLeft || removed.some((count) => count === batchSize)
}

function olderThan(sql: Queryable, column: string, seconds: number) {
  return sql`${sql(column)} < now() - make_interval(secs => ${seconds})`
}

/**
 * Answers how many rows. Skips what somebody holds, so that two sweeps, or a sweep and a request, never
 * wait for one another.
 */
async function deleteBatch(
  sql: Queryable,
  table: string,
  condition: ReturnType<typeof olderThan>,
): Promise<number> {
  const { count } = await sql`
    delete from ${sql(table)} where ctid in (
      select ctid from ${sql(table)} where ${condition} limit ${batchSize} for update skip locked
    )`
  return count
}

/**
 * Days for which a used refresh token is told from one that never was. Whoever comes with one that is
 * older is refused as with any unknown one (`refresh_token_not_found`), and its session goes on: the
 * token opens nothing, and a line of tokens that was stolen has been caught long before, unless its
 * owner was away all the while.
 */
const retentionDays = 30

/** Tokens looked at in one step. */
const tokenBatchSize = 500

/**
 * Goes through the tokens of living sessions, the oldest first and a few at a time, and removes those
 * used long ago. A session's last ones stay, however old: its active token, the one before, by which a
 * client that lost the answer asks for it again, and the newest, from which the next is counted.
 * Answers whether the next few are worth a look soon.
 */
export function createTokenCleanup(sql: Queryable): () => Promise<boolean> {
  let after = '0'
  return async () => {
    // Tokens are numbered as time goes by: where they are young nothing is due behind them, and no
    // index is needed, of which every refresh would have to keep track.
    const [seen] = await sql<{ last: string | null; isOld: boolean; removed: number }[]>`
      with seen as (
        select id, created_at from auth.refresh_tokens where id > ${after} order by id limit ${tokenBatchSize}
      ), due as (
        select t.id from auth.refresh_tokens t join seen on seen.id = t.id
        where t.revoked and t.updated_at < now() - make_interval(days => ${retentionDays})
          and (
            select following.revoked from auth.refresh_tokens following
            where following.session_id = t.session_id and following.id > t.id
            order by following.id limit 1
          )
        for update of t skip locked
      ), removed as (
        delete from auth.refresh_tokens t using due where t.id = due.id returning t.id
      )
      select (select count(*) from removed)::int as removed, max(id)::text as last,
        count(*) = ${tokenBatchSize}
          and (array_agg(created_at order by id desc))[1] < now() - make_interval(days => ${retentionDays})
          as "isOld"
      from seen`
    const isMoreLeft = seen?.isOld === true
    after = isMoreLeft ? (seen.last ?? '0') : '0'
    return isMoreLeft && seen.removed > 0
  }
}
