import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import type { SignedIn } from '#backend/auth/bearer.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import { useUpOneTimeToken } from '#backend/auth/one-time-tokens.ts'
import type { UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import type { NewPassword } from './check-password.ts'
import { invalidNonce } from './reauthenticate.ts'

/** Changes one's own password, using up the code that was asked for; this session stays. */
export async function changePassword(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  { user, sessionId }: SignedIn,
  { hash, nonceId }: NewPassword,
  headers: Headers,
): Promise<void> {
  if (nonceId !== null && !(await useUpOneTimeToken(tx, nonceId))) throw invalidNonce()
  await storePassword(tx, world, user, hash, sessionId)
  await audit(tx, user, 'user_updated_password', headers)
}

/**
 * Stores a new password. Whoever else knew the old one is signed out, no recovery under way still
 * opens the account, and its owner is told by mail.
 */
export async function storePassword(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  hash: string,
  keptSession: string | null,
): Promise<void> {
  await tx`update auth.users set encrypted_password = ${hash} where id = ${user.id}`
  await tx`
    delete from auth.sessions
    where user_id = ${user.id} and id is distinct from ${keptSession}::uuid`
  await tx`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type in ('recovery_token', 'reauthentication_token')`
  if (user.email) await sendMail(world, tx, user, 'password_changed_notification')
}
