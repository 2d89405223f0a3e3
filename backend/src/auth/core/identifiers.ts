import type { Tx } from './context.ts'
import { invalid } from './errors.ts'
import type { UserRow } from './users.ts'

/**
 * Returns an email in lower case. Throws AuthError (400) for an invalid email or one of more than
 * 255 characters.
 */
export function parseEmail(email: string): string {
  if (email.length > 255) throw invalid('An email address is too long')
  if (!isEmailAddress(email)) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return email.toLowerCase()
}

/**
 * Returns true for a valid email address. Rejects non-ASCII characters, because mail servers
 * disagree on which of them are equal.
 */
export function isEmailAddress(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)
}

/**
 * Normalizes a phone number to digits with country code. Throws AuthError (400) for a number that
 * is not in E.164 format.
 */
export function parsePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(digits)) {
    throw invalid('Invalid phone number format (E.164 required)')
  }
  return digits
}

type Kind = 'email' | 'phone'

/**
 * Sets the email or phone of an account and its identity. Deletes all one-time tokens of the
 * account. An anonymous account becomes permanent. `isVerified` sets `email_confirmed_at` or
 * `phone_confirmed_at`. For an email, that alone does not count as verification by the owner (see
 * verified-identifiers.ts). The caller holds the account's row lock. Throws PostgresError 23505 if
 * another account has the email or phone.
 */
export async function setIdentifier(
  tx: Tx,
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
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${facts})
        where raw_user_meta_data ? key or value = 'true')
    where id = ${user.id}`
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${user.id}, ${user.id}, ${facts} || jsonb_build_object('sub', ${user.id}::text), ${kind})
    on conflict (provider_id, provider) do update
      set identity_data = identities.identity_data || excluded.identity_data, updated_at = now()`
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`
  await addProviders(tx, user.id)
}

async function addProviders(tx: Tx, userId: string): Promise<void> {
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

export async function syncProviders(tx: Tx, userId: string): Promise<void> {
  await tx`
    update auth.users set raw_app_meta_data = raw_app_meta_data - 'provider', updated_at = now()
    where id = ${userId} and not exists (
      select from auth.identities
      where user_id = users.id and provider = raw_app_meta_data ->> 'provider')`
  await addProviders(tx, userId)
}
