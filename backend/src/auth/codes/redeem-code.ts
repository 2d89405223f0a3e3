import { audit } from '#backend/auth/core/audit.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { removeCredentialsIfUnverified } from '#backend/auth/core/credentials.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { setIdentifier } from '#backend/auth/core/identifiers.ts'
import { sendMail } from '#backend/auth/core/mail-hook.ts'
import { throwDuplicate } from '#backend/auth/core/new-users.ts'
import { type OneTimeTokenRow, consumeOneTimeToken } from '#backend/auth/core/one-time-tokens.ts'
import { requestOrigin } from '#backend/auth/core/request-origin.ts'
import { type UserRow, findUserById, isBanned } from '#backend/auth/core/users.ts'
import { markEmailVerified, markPhoneVerified } from '#backend/auth/core/verified-identifiers.ts'
import { type VerificationType, codeExpired, isByPhone } from './check-code.ts'
import { confirmEmailChange } from './identifier-changes.ts'

/**
 * Performs the confirmation, email or phone change, or sign-in that a one-time token authorizes.
 * Returns the updated account, or null if an email change needs another confirmation. Throws
 * AuthError: 403 for a banned user or an outdated token, 422 if another account has the new email
 * or phone.
 */
export async function redeemCode(
  tx: Tx,
  context: AuthContext,
  type: VerificationType,
  token: OneTimeTokenRow,
  headers: Headers,
): Promise<UserRow | null> {
  // Locks the account before its one-time tokens, as all code paths do, to prevent deadlocks.
  await tx`select from auth.users where id = ${token.user_id} for no key update`
  const user = await findUserById(tx, token.user_id)
  if (!user || user.deleted_at) throw codeExpired()
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (!(await consumeOneTimeToken(tx, token.id))) throw codeExpired()

  const { relates_to: sentTo, token_type: kind } = token
  const expected = recipientOf(user, type, kind)
  // Rejects a code sent to a former email or phone, because the code does not verify the current
  // email or phone.
  if (expected?.toLowerCase() !== sentTo) throw codeExpired()

  if (kind === 'email_change_token_new' || kind === 'email_change_token_current') {
    if (!(await confirmEmailChange(tx, context, user, kind, headers))) return null
  } else if (kind === 'phone_change_token') {
    await setIdentifier(tx, user, 'phone', sentTo, { isVerified: true }).catch(throwDuplicate)
    await audit(tx, user, 'user_modified', headers, { provider: 'phone' })
  } else if (type === 'sms') {
    await markPhoneVerified(tx, user)
  } else {
    // A magic link or password reset removes the credentials of an unverified account, because an
    // attacker may have set them. A sign-up confirmation keeps the password, which the sign-up
    // itself has set.
    const isEmptied = kind === 'recovery_token' && (await removeCredentialsIfUnverified(tx, user))
    await markEmailVerified(tx, user, token.age)
    if (isEmptied) {
      await audit(tx, user, 'user_modified', headers, { reason: 'address_proven' })
      await sendMail(context, tx, user, 'address_proven_notification', requestOrigin(headers))
    }
  }
  const current = (await findUserById(tx, user.id)) ?? user
  const provider = isByPhone(type) ? 'phone' : 'email'
  if (!user.confirmed_at && current.confirmed_at) {
    await audit(tx, current, 'user_signedup', headers, { provider })
  }
  return current
}

function recipientOf(user: UserRow, type: VerificationType, kind: OneTimeTokenRow['token_type']) {
  if (kind === 'email_change_token_new') return user.email_change
  if (kind === 'phone_change_token') return user.phone_change
  return type === 'sms' ? user.phone : user.email
}
