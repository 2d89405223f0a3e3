import type postgres from 'postgres'
import type { UserRow } from '#backend/auth/users.ts'

type Kind = 'email' | 'phone'

/**
 * Gives an account an address or a number at once, with an identity of it; whoever was anonymous no
 * longer is. Codes and links on their way to the former one are void. `isVerified` says whether it
 * counts as confirmed; proven by somebody's answer it is not (see codes/prove-address.ts). The caller
 * holds the account's row lock. Throws PostgresError 23505 when it is taken.
 */
export async function setIdentifier(
  tx: postgres.TransactionSql,
  user: Pick<UserRow, 'id'>,
  kind: Kind,
  value: string,
  { isVerified }: { isVerified: boolean },
): Promise<void> {
  const facts = tx.json({ [kind]: value, [`${kind}_verified`]: isVerified })
  const confirmedAt = isVerified ? new Date() : null
  await (kind === 'email'
    ? tx`
      update auth.users set email = ${value}, email_confirmed_at = ${confirmedAt},
        confirmation_sent_at = null,
        email_change = '', email_change_sent_at = null, email_change_confirm_status = 0,
        email_change_token_new = '', email_change_token_current = ''
      where id = ${user.id}`
    : tx`
      update auth.users set phone = ${value}, phone_confirmed_at = ${confirmedAt},
        phone_change = '', phone_change_token = '', phone_change_sent_at = null
      where id = ${user.id}`)
  await tx`
    update auth.users set is_anonymous = false, updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${facts}
    where id = ${user.id}`
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${user.id}, ${user.id}, ${facts} || jsonb_build_object('sub', ${user.id}::text), ${kind})
    on conflict (provider_id, provider) do update
      set identity_data = identities.identity_data || excluded.identity_data, updated_at = now()`
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`
  await nameProviders(tx, user.id)
}

/** Writes into `app_metadata` which providers an account's identities are of, oldest first. */
export async function nameProviders(tx: postgres.TransactionSql, userId: string): Promise<void> {
  await tx`
    with own as (
      select provider, min(created_at) as since from auth.identities
      where user_id = ${userId} group by provider
    ), named as (select jsonb_agg(provider order by since, provider) as providers from own)
    update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') ||
      jsonb_build_object('providers', providers,
        'provider', coalesce(raw_app_meta_data -> 'provider', providers -> 0))
    from named where id = ${userId} and providers is not null`
}
