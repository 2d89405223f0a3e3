import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { useUpOneTimeToken, type OneTimeTokenRow } from '#backend/auth/one-time-tokens.ts'
import { evictFromUnproven } from '#backend/auth/external/evict-strangers.ts'
import { whoActs } from '#backend/auth/guards/who-acts.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import { setIdentifier } from '#backend/auth/user/set-identifier.ts'
import { duplicateOr } from '#backend/auth/new-users.ts'
import { findUserById, isBanned, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { expired } from './find-token.ts'
import { isByPhone, type VerificationType } from './methods.ts'
import { proveEmail, provePhone } from './prove-address.ts'

/**
 * Uses up a token for its account, and lets what it confirms hold. Answers the account as it is then,
 * or null when the change of address it belongs to awaits another answer. Throws AuthError.
 */
export async function useCode(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  type: VerificationType,
  token: OneTimeTokenRow,
  headers: Headers,
): Promise<UserRow | null> {
  // The account's row before its tokens', as whoever issues a code does.
  await tx`select from auth.users where id = ${token.user_id} for no key update`
  const user = await findUserById(tx, token.user_id)
  if (!user || user.deleted_at) throw expired()
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (!(await useUpOneTimeToken(tx, token.id))) throw expired()

  const { relates_to: sentTo, token_type: kind } = token
  const expected = addressee(user, type, kind)
  // What was sent to an address the account gave up meanwhile proves nothing of the one it has.
  if (expected?.toLowerCase() !== sentTo) throw expired()

  if (kind === 'email_change_token_new' || kind === 'email_change_token_current') {
    if (!(await confirmEmailChange(tx, world, user, kind, headers))) return null
  } else if (kind === 'phone_change_token') {
    await setIdentifier(tx, user, 'phone', sentTo, { isVerified: true }).catch((cause: unknown) => {
      throw duplicateOr(cause)
    })
    await audit(tx, user, 'user_modified', headers, { provider: 'phone' })
  } else if (type === 'sms') {
    await provePhone(tx, user)
  } else {
    // Asked for by anybody who knows the address; a new account is confirmed by who chose its password.
    const isEmptied = kind === 'recovery_token' && (await evictFromUnproven(tx, user))
    await proveEmail(tx, user, token.age)
    if (isEmptied) await tellOfEviction(tx, world, user, headers)
  }
  const current = (await findUserById(tx, user.id)) ?? user
  const provider = isByPhone(type) ? 'phone' : 'email'
  if (!user.confirmed_at && current.confirmed_at) {
    await audit(tx, current, 'user_signedup', headers, { provider })
  }
  return current
}

/** The holder of the mailbox: they may have chosen themselves what is gone. */
async function tellOfEviction(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  headers: Headers,
): Promise<void> {
  await audit(tx, user, 'user_modified', headers, { reason: 'address_proven' })
  await sendMail(world, tx, user, 'address_proven_notification', whoActs(headers))
}

function addressee(
  user: UserRow,
  type: VerificationType,
  kind: OneTimeTokenRow['token_type'],
): string | null {
  if (kind === 'email_change_token_new') return user.email_change
  if (kind === 'phone_change_token') return user.phone_change
  return type === 'sms' ? user.phone : user.email
}
