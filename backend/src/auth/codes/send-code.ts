import type postgres from 'postgres'
import { audit } from '#backend/auth/core/audit.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { invalid } from '#backend/auth/core/errors.ts'
import { type Challenge, createFlow, deleteEmailFlows } from '#backend/auth/core/flow-states.ts'
import { sendMail } from '#backend/auth/core/mail-hook.ts'
import {
  flowMethodsOf,
  hashCode,
  newCode,
  pkcePrefix,
  storeOneTimeToken,
} from '#backend/auth/core/one-time-tokens.ts'
import { newSmsCode, sendSms, smsText } from '#backend/auth/core/sms.ts'
import { type UserRow, findUserById } from '#backend/auth/core/users.ts'

/** What a request for a mail brings along. */
export type MailContext = {
  challenge: Challenge | null
  /** Where the link leads back to; already checked. */
  redirectTo: string
  headers: Headers
}

/**
 * Mails a new account the code and link that confirm its address. Answers the account as it is then; one
 * that was deleted at this very moment gets nothing.
 */
export async function sendConfirmationEmail(
  tx: postgres.TransactionSql,
  context: AuthContext,
  user: UserRow,
  circumstances: MailContext,
): Promise<UserRow> {
  // Once confirmed, also at this very moment, the column says when the mail was sent that did it.
  const [row] = await tx`
    update auth.users set confirmation_sent_at =
      case when email_confirmed_at is null then now() else confirmation_sent_at end
    where id = ${user.id} and deleted_at is null returning id`
  if (!row) return user
  return sendCodeEmail(tx, context, user, 'signup', circumstances)
}

/** Mails the holder of an account a code and a link to get in by, unless it was deleted at this very moment. */
export async function sendSignInEmail(
  tx: postgres.TransactionSql,
  context: AuthContext,
  user: UserRow,
  action: 'magiclink' | 'recovery',
  circumstances: MailContext,
): Promise<void> {
  const [row] = await tx`
    update auth.users set recovery_sent_at = now()
    where id = ${user.id} and deleted_at is null returning id`
  if (row) await sendCodeEmail(tx, context, user, action, circumstances)
}

/** The caller has written to the account's row, and so holds its lock: it comes before its tokens'. */
async function sendCodeEmail(
  tx: postgres.TransactionSql,
  context: AuthContext,
  user: UserRow,
  action: 'signup' | 'magiclink' | 'recovery',
  { challenge, redirectTo, headers }: MailContext,
): Promise<UserRow> {
  const email = user.email ?? ''
  const type = action === 'signup' ? 'confirmation_token' : 'recovery_token'
  const token = newCode(context.settings.otp.digits)
  const hash = (challenge ? pkcePrefix : '') + hashCode(context, email, token)
  await storeOneTimeToken(tx, { userId: user.id, type, hash, relatesTo: email })
  await deleteEmailFlows(tx, user.id, flowMethodsOf[type])
  if (challenge) {
    const method = action === 'signup' ? 'email/signup' : action
    const flow = { challenge, provider: 'email', method, userId: user.id }
    await createFlow(tx, { ...flow, referrer: redirectTo })
  }
  const asked = action === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested'
  await audit(tx, user, asked, headers, { provider: 'email' })
  const current = (await findUserById(tx, user.id)) ?? user
  const facts = { token, token_hash: hash, redirect_to: redirectTo }
  await sendMail(context, tx, current, action, facts)
  return current
}

/** Texts a code to a number; nothing is stored yet, so that nothing changes when it cannot be sent. */
export async function sendSmsCode(context: AuthContext, phone: string): Promise<string> {
  const code = newSmsCode(context, phone)
  await sendSms(context, phone, smsText(context, code))
  return code
}

/** Stores the code that was sent to the number of an account, unless it was deleted meanwhile. */
export async function storeSmsCode(
  tx: postgres.TransactionSql,
  context: AuthContext,
  user: UserRow,
  code: string,
  headers: Headers,
): Promise<void> {
  const phone = user.phone ?? ''
  // Of an account with an e-mail address the column tells of mails to it.
  const [row] = await tx`
    update auth.users set updated_at = now(),
      confirmation_sent_at = case when email is null then now() else confirmation_sent_at end
    where id = ${user.id} and deleted_at is null returning id`
  if (!row) return
  const hash = hashCode(context, phone, code)
  const type = 'confirmation_token'
  await storeOneTimeToken(tx, { userId: user.id, type, hash, relatesTo: phone })
  await audit(tx, user, 'user_confirmation_requested', headers, { provider: 'phone' })
}

/** Texts are all that is sent. Throws AuthError (400) for another channel. */
export function requireSmsChannel(channel: string | null | undefined): void {
  if (!channel || channel === 'sms') return
  throw invalid("Invalid channel, supported values are 'sms'")
}
