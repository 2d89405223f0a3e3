import { createHash, randomInt } from 'node:crypto'
import type { Queryable } from '#backend/platform/queryable.ts'

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'

export type OneTimeTokenRow = {
  id: string
  user_id: string
  token_type: OneTimeTokenType
  token_hash: string
  relates_to: string
  /** Seconds since it was made. */
  age: number
}

/** What marks a code whose owner goes on with a PKCE verifier. */
export const pkcePrefix = 'pkce_'

/** A code of `digits` digits, evenly spread. */
export function newCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** How a code is stored, and what a link carries: SHA-224 of address and code, in hex. */
export function hashCode(identifier: string, code: string): string {
  return createHash('sha224')
    .update(identifier.toLowerCase() + code)
    .digest('hex')
}

/** Stores a code in place of the account's former one of this type. `hash` is what `hashCode` says, with `pkcePrefix` where it applies. */
export async function storeOneTimeToken(
  sql: Queryable,
  token: { userId: string; type: OneTimeTokenType; hash: string; relatesTo: string },
): Promise<void> {
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
    values (${token.userId}, ${token.type}, ${token.hash}, ${token.relatesTo.toLowerCase()})
    on conflict (user_id, token_type) do update
      set id = gen_random_uuid(), token_hash = excluded.token_hash, relates_to = excluded.relates_to,
        created_at = excluded.created_at, updated_at = excluded.updated_at`
}

/** The token with this hash, locked, whether or not it has expired. The 'pkce_' form matches too when `hash` has none. */
export async function findOneTimeToken(
  sql: Queryable,
  types: readonly OneTimeTokenType[],
  hash: string,
): Promise<OneTimeTokenRow | undefined> {
  const hashes = hash.startsWith(pkcePrefix) ? [hash] : [hash, pkcePrefix + hash]
  const [row] = await sql<OneTimeTokenRow[]>`
    select id, user_id, token_type, token_hash, relates_to,
      extract(epoch from (now() at time zone 'utc') - created_at)::int as age
    from auth.one_time_tokens
    where token_hash = any(${hashes}) and token_type::text = any(${[...types]})
    for update`
  return row
}

/** Uses up a token. False when somebody else has at this very moment. */
export async function useUpOneTimeToken(sql: Queryable, id: string): Promise<boolean> {
  const rows = await sql`delete from auth.one_time_tokens where id = ${id} returning id`
  return rows.length > 0
}
