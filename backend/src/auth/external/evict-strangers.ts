import type postgres from 'postgres'
import type { UserRow } from '../users.ts'
import type { ExternalProfile } from './profile.ts'

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
    delete from auth.identities
    where user_id = ${user.id} and (provider, provider_id) <> (${kept.provider}, ${kept.subject})`
  const given = user.invited_at ? (user.raw_user_meta_data ?? {}) : {}
  await tx`
    update auth.users set encrypted_password = null, phone = null, phone_confirmed_at = null,
      phone_change = '', email_change = '', confirmation_sent_at = null,
      raw_user_meta_data = ${tx.json({ ...given, ...kept.data })}
    where id = ${user.id}`
}
