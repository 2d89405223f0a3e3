import type { Queryable } from '#backend/platform/database.ts'
import type postgres from 'postgres'
import type { UserRow } from './users.ts'

/**
 * Whether the holder of an account has shown that its address is theirs: by the link of a mail sent
 * there, or by a provider that has verified it. Where addresses are confirmed without asking,
 * `email_confirmed_at` alone says nothing.
 */
export async function isEmailVerified(sql: Queryable, user: UserRow): Promise<boolean> {
  const [row] = await sql<{ isProven: boolean }[]>`
    select email_confirmed_at is not null and (
      email_confirmed_at >= confirmation_sent_at
      or exists (
        select from auth.identities
        where user_id = users.id and provider not in ('email', 'phone')
          and email = lower(users.email) and identity_data ->> 'email_verified' = 'true'
      )) as "isProven"
    from auth.users where id = ${user.id}`
  return row?.isProven ?? false
}

/**
 * Writes down that a mail sent `ageSeconds` ago to the account's address was answered. That an address
 * is proven, and not merely let through without asking, shows in `email_confirmed_at` being no
 * earlier than `confirmation_sent_at`; whoever had it so before keeps both.
 */
export async function markEmailVerified(
  tx: postgres.TransactionSql,
  user: UserRow,
  ageSeconds: number,
): Promise<void> {
  await tx`
    update auth.users set email_confirmed_at = now(), updated_at = now(),
      confirmation_sent_at = least(confirmation_sent_at, now() - make_interval(secs => ${ageSeconds}))
    where id = ${user.id} and (
      email_confirmed_at is null or confirmation_sent_at is null
      or email_confirmed_at < confirmation_sent_at
    )`
  await markVerifiedInMetadata(tx, user, 'email')
}

/** The same for a text to its number. */
export async function markPhoneVerified(tx: postgres.TransactionSql, user: UserRow): Promise<void> {
  await tx`
    update auth.users set phone_confirmed_at = now(), updated_at = now()
    where id = ${user.id} and phone_confirmed_at is null`
  await markVerifiedInMetadata(tx, user, 'phone')
}

async function markVerifiedInMetadata(
  tx: postgres.TransactionSql,
  user: UserRow,
  kind: 'email' | 'phone',
): Promise<void> {
  const fact = tx.json({ [`${kind}_verified`]: true })
  await tx`
    update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${fact}
    where id = ${user.id} and not coalesce(raw_user_meta_data, '{}') @> ${fact}`
  await tx`
    update auth.identities set identity_data = identity_data || ${fact}, updated_at = now()
    where user_id = ${user.id} and provider = ${kind} and not identity_data @> ${fact}`
}
