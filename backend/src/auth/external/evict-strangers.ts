import type postgres from 'postgres'
import type { UserRow } from '../users.ts'
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
  await tx`delete from auth.sessions where user_id = ${user.id}`
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`
  await tx`delete from auth.mfa_factors where user_id = ${user.id}`
  await tx`delete from auth_internal.recovery_codes where user_id = ${user.id}`
  await tx`
    delete from auth.flow_state where user_id = ${user.id} or linking_target_id = ${user.id}`
  await tx`
    delete from auth.identities
    where user_id = ${user.id} and (provider, provider_id) <> (${kept.provider}, ${kept.subject})`
  const given = user.invited_at ? (user.raw_user_meta_data ?? {}) : {}
  await tx`
    update auth.users set encrypted_password = null, phone = null, phone_confirmed_at = null,
      phone_change = '', email_change = '', confirmation_sent_at = null, is_anonymous = false,
      raw_user_meta_data = ${tx.json({ ...given, ...kept.data })}
    where id = ${user.id}`
}

/**
 * Takes off an account, whose address its owner has just shown to be theirs by answering a mail that
 * leads to a new password, what whoever made the account before may come back by: sessions and what
 * they have begun, a number, and identities of other addresses. Does nothing when the address was
 * proven before.
 */
export async function evictFromUnproven(tx: postgres.TransactionSql, user: UserRow): Promise<void> {
  if (await isAddressProven(tx, user)) return
  await tx`delete from auth.sessions where user_id = ${user.id}`
  await tx`
    delete from auth.flow_state
    where linking_target_id = ${user.id} or (user_id = ${user.id} and auth_code is not null)`
  await tx`
    update auth.users set phone = null, phone_confirmed_at = null, phone_change = ''
    where id = ${user.id}`
  const removed = await tx`
    delete from auth.identities
    where user_id = ${user.id} and provider <> 'email'
      and not (email is not distinct from ${user.email?.toLowerCase() ?? null}
        and identity_data ->> 'email_verified' = 'true')
    returning id`
  if (removed.length > 0) await noteProviders(tx, user.id)
}
