import type { Queryable } from '#backend/platform/database.ts'
import type postgres from 'postgres'
import type { AuthContext, Tx } from './context.ts'
import { syncProviders } from './identifiers.ts'
import { sendMail } from './mail-hook.ts'
import { flowMethodsOf } from './one-time-tokens.ts'
import { requestOrigin } from './request-origin.ts'
import type { UserRow } from './users.ts'
import { isEmailVerified } from './verified-identifiers.ts'

export async function storePassword(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  hash: string,
  keptSession: string | null,
  /** Headers of the user's request, or undefined if an admin changes the password. */
  headers?: Headers,
): Promise<void> {
  await tx`update auth.users set encrypted_password = ${hash} where id = ${user.id}`
  await tx`
    delete from auth.sessions
    where user_id = ${user.id} and id is distinct from ${keptSession}::uuid`
  await cancelPendingFlows(tx, user.id)
  const facts = headers ? requestOrigin(headers) : {}
  if (user.email) await sendMail(context, tx, user, 'password_changed_notification', facts)
}

async function cancelPendingFlows(tx: Tx, userId: string): Promise<void> {
  await cancelPendingChanges(tx, userId)
  await tx`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type <> 'confirmation_token'`
  await tx`
    delete from auth.flow_state where user_id = ${userId} or linking_target_id = ${userId}`
}

/**
 * Cancels all pending email and phone changes, because confirming a change opens a session. Cancels
 * the changes of all sessions, because no row records which session requested a change. The caller
 * holds the account's row lock.
 */
export async function cancelPendingChanges(sql: Queryable, userId: string): Promise<void> {
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type in
      ('email_change_token_new', 'email_change_token_current', 'phone_change_token')`
  await sql`
    update auth.users set email_change = '', email_change_sent_at = null,
      email_change_confirm_status = 0, phone_change = '', phone_change_sent_at = null
    where id = ${userId}`
}

/**
 * Removes all credentials of an unconfirmed account except one external identity, because an
 * attacker may have signed up with the victim's email.
 */
export async function removeUnverifiedCredentials(
  tx: Tx,
  user: UserRow,
  kept: { provider: string; subject: string; data: Record<string, postgres.JSONValue> },
): Promise<void> {
  await deleteCredentials(tx, user)
  await tx`
    delete from auth.flow_state where user_id = ${user.id} or linking_target_id = ${user.id}`
  await tx`
    delete from auth.identities
    where user_id = ${user.id} and (provider, provider_id) <> (${kept.provider}, ${kept.subject})`
  const given = user.invited_at ? (user.raw_user_meta_data ?? {}) : {}
  await tx`
    update auth.users set confirmation_sent_at = null, is_anonymous = false,
      raw_user_meta_data = ${tx.json({ ...given, ...kept.data })}
    where id = ${user.id}`
}

/**
 * Removes credentials that an attacker may have set, unless the account's email is verified.
 * Returns whether it removed a password, a second factor or an external identity.
 */
export async function removeCredentialsIfUnverified(tx: Tx, user: UserRow): Promise<boolean> {
  if (await isEmailVerified(tx, user)) return false
  await deleteCredentials(tx, user)
  // Keeps the PKCE flow of the redeemed link, because the client that requested the email needs
  // this flow.
  await tx`
    delete from auth.flow_state
    where linking_target_id = ${user.id} or (user_id = ${user.id} and (
      auth_code is not null or authentication_method not in ${tx([...flowMethodsOf.recovery_token])}))`
  const removed = await tx`
    delete from auth.identities where user_id = ${user.id} and provider <> 'email' returning id`
  if (removed.length > 0) {
    await addEmailIdentity(tx, user)
    await syncProviders(tx, user.id)
  }
  return removed.length > 0 || user.encrypted_password !== null || user.factors.length > 0
}

async function deleteCredentials(tx: Tx, { id }: UserRow): Promise<void> {
  await tx`delete from auth.sessions where user_id = ${id}`
  await tx`delete from auth.one_time_tokens where user_id = ${id}`
  await tx`delete from auth.mfa_factors where user_id = ${id}`
  await tx`delete from auth_internal.recovery_codes where user_id = ${id}`
  await tx`delete from auth_internal.trusted_devices where user_id = ${id}`
  await tx`
    update auth.users set encrypted_password = null, phone = null, phone_confirmed_at = null,
      phone_change = '', phone_change_sent_at = null, email_change = '',
      email_change_sent_at = null, email_change_confirm_status = 0
    where id = ${id}`
}

async function addEmailIdentity(tx: Tx, user: UserRow): Promise<void> {
  const facts = { sub: user.id, email: user.email, email_verified: false, phone_verified: false }
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${user.id}, ${user.id}, ${tx.json(facts)}, 'email')
    on conflict (provider_id, provider) do nothing`
}

/** Cancels pending links to external identities, because completing a link opens a new session. */
export async function cancelPendingLinks(sql: Queryable, userId: string): Promise<void> {
  await sql`delete from auth.flow_state where linking_target_id = ${userId}`
}
