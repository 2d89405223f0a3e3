import { audit } from '#backend/auth/core/audit.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
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

export type MailContext = {
  challenge: Challenge | null
  redirectTo: string
  headers: Headers
}

export async function sendConfirmationEmail(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  mailContext: MailContext,
): Promise<UserRow> {
  // `confirmation_sent_at` of a confirmed account must not change: it is the time of the email that
  // confirmed the account.
  const [row] = await tx`
    update auth.users set confirmation_sent_at =
      case when email_confirmed_at is null then now() else confirmation_sent_at end
    where id = ${user.id} and deleted_at is null returning id`
  if (!row) return user
  return sendCodeEmail(tx, context, user, 'signup', mailContext)
}

export async function sendSignInEmail(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  action: 'magiclink' | 'recovery',
  mailContext: MailContext,
): Promise<void> {
  const [row] = await tx`
    update auth.users set recovery_sent_at = now()
    where id = ${user.id} and deleted_at is null returning id`
  if (row) await sendCodeEmail(tx, context, user, action, mailContext)
}

/** Stores and emails a code. The caller holds the account's row lock. */
async function sendCodeEmail(
  tx: Tx,
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
  const requested = action === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested'
  await audit(tx, user, requested, headers, { provider: 'email' })
  const current = (await findUserById(tx, user.id)) ?? user
  const facts = { token, token_hash: hash, redirect_to: redirectTo }
  await sendMail(context, tx, current, action, facts)
  return current
}

/**
 * Sends a message without waiting, because a delay or error would reveal that the account exists.
 */
export function deliverUnnoticed({ log }: AuthContext, delivery: () => Promise<void>): void {
  delivery().catch((cause: unknown) =>
    log.error('failed to send a code; the user has to request another', cause),
  )
}

/**
 * Sends a code by SMS and returns it. The caller stores the code afterwards, so that a failed SMS
 * voids no earlier code.
 */
export async function sendSmsCode(context: AuthContext, phone: string): Promise<string> {
  const code = newSmsCode(context, phone)
  await sendSms(context, phone, smsText(context, code))
  return code
}

/** Stores a code that was sent by SMS. Does nothing if the account was deleted concurrently. */
export async function storeSmsCode(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  code: string,
  headers: Headers,
): Promise<void> {
  const phone = user.phone ?? ''
  // If the account has an email, `confirmation_sent_at` is the time of the confirmation email and
  // must not change.
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

export function requirePhoneProvider({ settings }: AuthContext): void {
  if (settings.enablePhone) return
  throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
}

export function requireSmsChannel(channel: string | null | undefined): void {
  if (!channel || channel === 'sms') return
  throw invalid("Invalid channel, supported values are 'sms'")
}
