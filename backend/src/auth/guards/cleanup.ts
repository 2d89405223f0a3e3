import type { MiddlewareHandler } from 'hono'
import type { Queryable } from '#backend/platform/database.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'

const intervalMs = 60_000

/** Maximum number of rows that one cleanup deletes per table. */
const batchSize = 500

const busyIntervalMs = 1_000

/**
 * Deletes expired rows during POST requests: at most once a minute per process, or every second
 * while a backlog remains. Endpoints reject expired rows even before they are deleted.
 */
export function withCleanup(context: AuthContext): MiddlewareHandler {
  const sweepTokens = createTokenCleanup(context.sql)
  let dueAt = 0
  return async (_c, next) => {
    if (Date.now() >= dueAt) {
      dueAt = Date.now() + intervalMs
      const isMoreLeft = await deleteExpiredRows(context, sweepTokens).catch((cause: unknown) => {
        context.log.error(
          'failed to delete expired rows of the auth service; a later request retries',
          cause,
        )
        return false
      })
      if (isMoreLeft) dueAt = Date.now() + busyIntervalMs
    }
    await next()
  }
}

/**
 * Deletes one batch of expired rows per table. Returns whether any table may have more expired
 * rows.
 */
async function deleteExpiredRows(
  { sql, settings }: AuthContext,
  sweepTokens: () => Promise<boolean>,
): Promise<boolean> {
  const { otp, mfa, auditRetentionDays } = settings
  const day = 86_400
  // Timestamps of one-time tokens have no time zone and are in UTC, as in Supabase's schema.
  const staleCode = sql`
    created_at < (now() at time zone 'utc') - make_interval(secs => ${otp.lifetime})`
  const removed = [
    await deleteBatch(sql, 'auth_internal.rate_limits', sql`full_at < now()`),
    await deleteBatch(sql, 'auth.one_time_tokens', staleCode),
  ]
  for (const [table, column, seconds] of [
    // The PKCE flow of an emailed link is needed until the link expires. Following the link returns
    // an authorization code, for which the flow is needed five more minutes.
    ['auth.flow_state', 'created_at', Math.max(day, 2 * otp.lifetime)],
    ['auth.oauth_client_states', 'created_at', day],
    ['auth.saml_relay_states', 'created_at', day],
    ['auth.mfa_challenges', 'created_at', mfa.challengeLifetime + day],
    ['auth_internal.trusted_devices', 'last_seen_at', 400 * day],
    ['auth.audit_log_entries', 'created_at', auditRetentionDays * day],
    // Deleting a session also deletes its refresh tokens (cascade). Until the session is deleted, a
    // refresh fails with `session_expired`.
    ['auth.sessions', 'not_after', 30 * day],
  ] as const) {
    removed.push(await deleteBatch(sql, table, olderThan(sql, column, seconds)))
  }
  const areTokensLeft = await sweepTokens()
  return areTokensLeft || removed.some((count) => count === batchSize)
}

function olderThan(sql: Queryable, column: string, seconds: number) {
  return sql`${sql(column)} < now() - make_interval(secs => ${seconds})`
}

/** Deletes a batch of rows and returns its size. Skips locked rows instead of waiting for them. */
async function deleteBatch(sql: Queryable, table: string, condition: ReturnType<typeof olderThan>) {
  const { count } = await sql`
    delete from ${sql(table)} where ctid in (
      select ctid from ${sql(table)} where ${condition} limit ${batchSize} for update skip locked
    )`
  return count
}

/**
 * Days for which used refresh tokens are kept, so that the reuse of a token is detected as theft.
 */
const retentionDays = 30

const tokenBatchSize = 500

/**
 * Returns a function that deletes one batch of refresh tokens used more than 30 days ago, and
 * returns whether the next batch should run soon. Keeps three tokens per session: the active token,
 * its predecessor and the newest token. A client can use the predecessor again if a response was
 * lost. The newest token has the highest counter.
 */
export function createTokenCleanup(sql: Queryable): () => Promise<boolean> {
  let after = '0'
  return async () => {
    // Scans tokens by id, which increases with time, so that no index on the time is needed.
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
