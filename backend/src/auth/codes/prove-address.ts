import type postgres from 'postgres'
import type { UserRow } from '#backend/auth/users.ts'

/**
 * Writes down that a mail sent `ageSeconds` ago to the account's address was answered. That an address
 * is proven, and not merely let through without asking, shows in `email_confirmed_at` being no
 * earlier than `confirmation_sent_at`; whoever had it so before keeps both.
 */
export async function proveEmail(
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
  await markVerified(tx, user, 'email')
}

/** The same for a text to its number. */
export async function provePhone(tx: postgres.TransactionSql, user: UserRow): Promise<void> {
  await tx`
    update auth.users set phone_confirmed_at = now(), updated_at = now()
    where id = ${user.id} and phone_confirmed_at is null`
  await markVerified(tx, user, 'phone')
}

async function markVerified(
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
