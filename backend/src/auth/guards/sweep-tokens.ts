import type { Queryable } from '#backend/platform/database.ts'

/**
 * Days for which a used refresh token is told from one that never was. Whoever comes with one that is
 * older is refused as with any unknown one (`refresh_token_not_found`), and its session goes on: the
 * token opens nothing, and a line of tokens that was stolen has been caught long before, unless its
 * owner was away all the while.
 */
const keptDays = 30

/** Tokens looked at in one step. */
const step = 500

/**
 * Goes through the tokens of living sessions, the oldest first and a few at a time, and removes those
 * used long ago. A session's last ones stay, however old: its active token, the one before, by which a
 * client that lost the answer asks for it again, and the newest, from which the next is counted.
 * Answers whether the next few are worth a look soon.
 */
export function sweepingTokens(sql: Queryable): () => Promise<boolean> {
  let after = '0'
  return async () => {
    // Tokens are numbered as time goes by: where they are young nothing is due behind them, and no
    // index is needed, of which every refresh would have to keep track.
    const [seen] = await sql<{ last: string | null; isOld: boolean; removed: number }[]>`
      with seen as (
        select id, created_at from auth.refresh_tokens where id > ${after} order by id limit ${step}
      ), due as (
        select t.id from auth.refresh_tokens t join seen on seen.id = t.id
        where t.revoked and t.updated_at < now() - make_interval(days => ${keptDays})
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
        count(*) = ${step}
          and (array_agg(created_at order by id desc))[1] < now() - make_interval(days => ${keptDays})
          as "isOld"
      from seen`
    const isMoreLeft = seen?.isOld === true
    after = isMoreLeft ? (seen.last ?? '0') : '0'
    return isMoreLeft && seen.removed > 0
  }
}
