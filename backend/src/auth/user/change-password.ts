import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import type { SignedIn } from '#backend/auth/bearer.ts'
import { whoActs } from '#backend/auth/guards/who-acts.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import type { UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import type { NewPassword } from './check-password.ts'
import { endChanges } from './end-changes.ts'

/** Changes one's own password; this session stays. */
export async function changePassword(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  { user, sessionId }: SignedIn,
  { hash }: Pick<NewPassword, 'hash'>,
  headers: Headers,
): Promise<void> {
  await storePassword(tx, world, user, hash, sessionId, headers)
  await audit(tx, user, 'user_updated_password', headers)
}

/**
 * Stores a new password. Whoever else knew the old one is signed out, nothing they may have begun
 * still opens the account, and its owner is told by mail.
 */
export async function storePassword(
  tx: postgres.TransactionSql,
  world: AuthWorld,
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
  await endBegun(tx, user.id)
  const facts = headers ? whoActs(headers) : {}
  if (user.email) await sendMail(world, tx, user, 'password_changed_notification', facts)
}

/**
 * Ends what is under way for an account and would lead to it later: codes and links but those that
 * confirm a new account, changes of address and number, and sign-ins and links of identities that
 * come back from elsewhere.
 */
async function endBegun(tx: postgres.TransactionSql, userId: string): Promise<void> {
  await endChanges(tx, userId)
  await tx`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type <> 'confirmation_token'`
  await tx`
    delete from auth.flow_state where user_id = ${userId} or linking_target_id = ${userId}`
}
