import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import { beginFlow, endFlowsOfUser, type Challenge } from '#backend/auth/flow-states.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import { hashCode, newCode, pkcePrefix, storeOneTimeToken } from '#backend/auth/one-time-tokens.ts'
import { findUserById, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { methodsOf } from './methods.ts'

/** What a request for a mail brings along. */
export type Circumstances = {
  challenge: Challenge | null
  /** Where the link leads back to; already checked. */
  redirectTo: string
  headers: Headers
}

/**
 * Mails a new account the code and link that confirm its address. Answers the account as it is then; one
 * that was deleted at this very moment gets nothing.
 */
export async function mailConfirmation(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  circumstances: Circumstances,
): Promise<UserRow> {
  // Once confirmed, also at this very moment, the column says when the mail was sent that did it.
  const [row] = await tx`
    update auth.users set confirmation_sent_at =
      case when email_confirmed_at is null then now() else confirmation_sent_at end
    where id = ${user.id} and deleted_at is null returning id`
  if (!row) return user
  return mailCode(tx, world, user, 'signup', circumstances)
}

/** Mails the holder of an account a code and a link to get in by, unless it was deleted at this very moment. */
export async function mailWayIn(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  action: 'magiclink' | 'recovery',
  circumstances: Circumstances,
): Promise<void> {
  const [row] = await tx`
    update auth.users set recovery_sent_at = now()
    where id = ${user.id} and deleted_at is null returning id`
  if (row) await mailCode(tx, world, user, action, circumstances)
}

/** The caller has written to the account's row, and so holds its lock: it comes before its tokens'. */
async function mailCode(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  action: 'signup' | 'magiclink' | 'recovery',
  { challenge, redirectTo, headers }: Circumstances,
): Promise<UserRow> {
  const email = user.email ?? ''
  const type = action === 'signup' ? 'confirmation_token' : 'recovery_token'
  const token = newCode(world.config.auth.otp.digits)
  const hash = (challenge ? pkcePrefix : '') + hashCode(world, email, token)
  await storeOneTimeToken(tx, { userId: user.id, type, hash, relatesTo: email })
  await endFlowsOfUser(tx, user.id, methodsOf[type])
  if (challenge) {
    const method = action === 'signup' ? 'email/signup' : action
    const flow = { challenge, provider: 'email', method, userId: user.id }
    await beginFlow(tx, { ...flow, referrer: redirectTo })
  }
  const asked = action === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested'
  await audit(tx, user, asked, headers, { provider: 'email' })
  const current = (await findUserById(tx, user.id)) ?? user
  const facts = { token, token_hash: hash, redirect_to: redirectTo }
  await sendMail(world, tx, current, action, facts)
  return current
}
