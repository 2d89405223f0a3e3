import type { Queryable } from '#backend/platform/database.ts'
import type postgres from 'postgres'
import type { AuthContext } from './context.ts'
import { syncProviders } from './identifiers.ts'
import { sendMail } from './mail-hook.ts'
import { flowMethodsOf } from './one-time-tokens.ts'
import { requestOrigin } from './request-origin.ts'
import type { UserRow } from './users.ts'
import { isEmailVerified } from './verified-identifiers.ts'

/**
 * Stores a new password. Whoever else knew the old one is signed out, nothing they may have begun
 * still opens the account, and its owner is told by mail.
 */
export async function storePassword(
  tx: postgres.TransactionSql,
  context: AuthContext,
  user: UserRow,
  hash: string,
  keptSession: string | null,
  /** Of whoever changes a password of their own. */
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

/**
 * Ends what is under way for an account and would lead to it later: codes and links but those that
 * confirm a new account, changes of address and number, and sign-ins and links of identities that
 * come back from elsewhere.
 */
async function cancelPendingFlows(tx: postgres.TransactionSql, userId: string): Promise<void> {
  await cancelPendingChanges(tx, userId)
  await tx`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type <> 'confirmation_token'`
  await tx`
    delete from auth.flow_state where user_id = ${userId} or linking_target_id = ${userId}`
}

/**
 * Ends changes of address and number that an account waits for: whoever answers one is signed in.
 * Nobody notes which session has asked for it, so all of them end wherever somebody is put out. The
 * caller holds the account's row lock.
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
 * Empties an account, whose address nobody had confirmed, of everything that opens it but one
 * identity: a stranger may have made it to wait there for the address's owner. What the owner was
 * invited with stays, as that came from the project itself.
 */
export async function removeUnverifiedCredentials(
  tx: postgres.TransactionSql,
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
 * Takes off an account every way in that was chosen before anybody had shown that its address is
 * theirs: somebody has just shown it by a code or link that they asked for without a session, and
 * may not be who chose them. What the account did stays. Answers whether anything was there to take
 * off; does nothing where the address was proven before.
 */
export async function removeCredentialsIfUnverified(
  tx: postgres.TransactionSql,
  user: UserRow,
): Promise<boolean> {
  if (await isEmailVerified(tx, user)) return false
  await deleteCredentials(tx, user)
  // The flow whose link is being followed stays; its code goes to whoever asked for the mail.
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

/** What opens an account besides its identities, and what is under way to it. */
async function deleteCredentials(tx: postgres.TransactionSql, { id }: UserRow): Promise<void> {
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

/** Where the identities that are gone were all there was. */
async function addEmailIdentity(tx: postgres.TransactionSql, user: UserRow): Promise<void> {
  const facts = { sub: user.id, email: user.email, email_verified: false, phone_verified: false }
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${user.id}, ${user.id}, ${tx.json(facts)}, 'email')
    on conflict (provider_id, provider) do nothing`
}

/** Whoever is put out of an account must not get back in by an identity they have begun to link. */
export async function cancelPendingLinks(sql: Queryable, userId: string): Promise<void> {
  await sql`delete from auth.flow_state where linking_target_id = ${userId}`
}
