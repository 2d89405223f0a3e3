import type { Tx } from './context.ts'
import type { Queryable } from '#backend/platform/database.ts'
import type { UserRow } from './users.ts'

/**
 * Whether the owner verified the account's email through an emailed code or link, or through an
 * identity provider. `email_confirmed_at` does not show this, because autoconfirm also sets it.
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
 * Records that the owner redeemed a code or link that was emailed `ageSeconds` ago. The email
 * counts as verified if `confirmation_sent_at` is not later than `email_confirmed_at`. Autoconfirm
 * leaves `confirmation_sent_at` null.
 */
export async function markEmailVerified(tx: Tx, user: UserRow, ageSeconds: number): Promise<void> {
  await tx`
    update auth.users set email_confirmed_at = now(), updated_at = now(),
      confirmation_sent_at = least(confirmation_sent_at, now() - make_interval(secs => ${ageSeconds}))
    where id = ${user.id} and (
      email_confirmed_at is null or confirmation_sent_at is null
      or email_confirmed_at < confirmation_sent_at
    )`
  await markVerifiedInMetadata(tx, user, 'email')
}

export async function markPhoneVerified(tx: Tx, user: UserRow): Promise<void> {
  await tx`
    update auth.users set phone_confirmed_at = now(), updated_at = now()
    where id = ${user.id} and phone_confirmed_at is null`
  await markVerifiedInMetadata(tx, user, 'phone')
}

async function markVerifiedInMetadata(tx: Tx, user: UserRow, kind: 'email' | 'phone') {
  const fact = tx.json({ [`${kind}_verified`]: true })
  await tx`
    update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${fact}
    where id = ${user.id} and not coalesce(raw_user_meta_data, '{}') @> ${fact}`
  await tx`
    update auth.identities set identity_data = identity_data || ${fact}, updated_at = now()
    where user_id = ${user.id} and provider = ${kind} and not identity_data @> ${fact}`
}
