import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '#backend/platform/database.ts'
import type { AuthContext } from './context.ts'

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
  age: number
}

export const pkcePrefix = 'pkce_'

export function newCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/**
 * Returns a code's hash, keyed with the server secret. Email links contain this hash. An unkeyed
 * hash would let an attacker find the code by brute force.
 */
export function hashCode(
  { serverSecret }: { serverSecret: string },
  identifier: string,
  code: string,
): string {
  return createHmac('sha224', serverSecret)
    .update(`code for ${identifier.toLowerCase()}:${code}`)
    .digest('hex')
}

/** Hashes a link's hash again for storage, so that a leaked database contains no usable link. */
function storedHash(linkHash: string): string {
  const isPkce = linkHash.startsWith(pkcePrefix)
  const bare = isPkce ? linkHash.slice(pkcePrefix.length) : linkHash
  return (isPkce ? pkcePrefix : '') + createHash('sha224').update(bare).digest('hex')
}

/** Stores a one-time token, which replaces the account's previous token of the same type. */
export async function storeOneTimeToken(
  sql: Queryable,
  token: { userId: string; type: OneTimeTokenType; hash: string; relatesTo: string },
): Promise<void> {
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
    values (${token.userId}, ${token.type}, ${storedHash(token.hash)},
      ${token.relatesTo.toLowerCase()})
    on conflict (user_id, token_type) do update
      set id = gen_random_uuid(), token_hash = excluded.token_hash, relates_to = excluded.relates_to,
        created_at = excluded.created_at, updated_at = excluded.updated_at`
}

const columns = (sql: Queryable) => sql`
  id, user_id, token_type, token_hash, relates_to,
  extract(epoch from (now() at time zone 'utc') - created_at)::int as age`

/** Returns the one-time token of a link, even after the token expired. */
export async function findOneTimeToken(
  sql: Queryable,
  types: readonly OneTimeTokenType[],
  linkHash: string,
): Promise<OneTimeTokenRow | undefined> {
  const [row] = await sql<OneTimeTokenRow[]>`
    select ${columns(sql)} from auth.one_time_tokens
    where token_hash = ${storedHash(linkHash)} and token_type::text in ${sql([...types])}`
  return row
}

/** Returns the one-time tokens sent to an email or phone, including expired tokens. */
export async function findTokensSentTo(
  sql: Queryable,
  types: readonly OneTimeTokenType[],
  identifier: string,
): Promise<OneTimeTokenRow[]> {
  return sql<OneTimeTokenRow[]>`
    select ${columns(sql)} from auth.one_time_tokens
    where relates_to = ${identifier.toLowerCase()} and token_type::text in ${sql([...types])}`
}

export function matchesCode(
  { secrets }: Pick<AuthContext, 'secrets'>,
  token: Pick<OneTimeTokenRow, 'token_hash' | 'relates_to'>,
  code: string,
): boolean {
  const expected = Buffer.from(token.token_hash.replace(pkcePrefix, ''))
  return secrets.some((serverSecret) => {
    const given = Buffer.from(storedHash(hashCode({ serverSecret }, token.relates_to, code)))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Deletes a one-time token. Returns false if a concurrent request redeemed the token first. */
export async function consumeOneTimeToken(sql: Queryable, id: string): Promise<boolean> {
  const rows = await sql`delete from auth.one_time_tokens where id = ${id} returning id`
  return rows.length > 0
}

/**
 * Maps each type of one-time token to the authentication methods (`amr`) of the PKCE flows that can
 * use it.
 */
export const flowMethodsOf: Record<OneTimeTokenType, readonly string[]> = {
  confirmation_token: ['email/signup', 'invite'],
  recovery_token: ['magiclink', 'recovery'],
  email_change_token_new: ['email_change'],
  email_change_token_current: ['email_change'],
  phone_change_token: [],
  reauthentication_token: [],
}
