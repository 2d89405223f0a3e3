import type postgres from 'postgres'
import { methodsOf } from '#backend/auth/codes/methods.ts'
import type { UserRow } from '#backend/auth/users.ts'
import { noteProviders } from './identities.ts'
import type { ExternalProfile } from './profile.ts'
import { isAddressProven } from './proven.ts'

/**
 * Empties an account, whose address nobody had confirmed, of everything that opens it but one
 * identity: a stranger may have made it to wait there for the address's owner. What the owner was
 * invited with stays, as that came from the project itself.
 */
export async function evictStrangers(
  tx: postgres.TransactionSql,
  user: UserRow,
  kept: Pick<ExternalProfile, 'subject' | 'data'> & { provider: string },
): Promise<void> {
  await closeWaysIn(tx, user)
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
export async function evictFromUnproven(
  tx: postgres.TransactionSql,
  user: UserRow,
): Promise<boolean> {
  if (await isAddressProven(tx, user)) return false
  await closeWaysIn(tx, user)
  // The flow whose link is being followed stays; its code goes to whoever asked for the mail.
  await tx`
    delete from auth.flow_state
    where linking_target_id = ${user.id} or (user_id = ${user.id} and (
      auth_code is not null or authentication_method not in ${tx([...methodsOf.recovery_token])}))`
  const removed = await tx`
    delete from auth.identities where user_id = ${user.id} and provider <> 'email' returning id`
  if (removed.length > 0) {
    await addEmailIdentity(tx, user)
    await noteProviders(tx, user.id)
  }
  return removed.length > 0 || user.encrypted_password !== null || user.factors.length > 0
}

/** What opens an account besides its identities, and what is under way to it. */
async function closeWaysIn(tx: postgres.TransactionSql, { id }: UserRow): Promise<void> {
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
