import { audit } from '#backend/auth/core/audit.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { type Challenge, createFlow, deleteEmailFlows } from '#backend/auth/core/flow-states.ts'
import { setIdentifier } from '#backend/auth/core/identifiers.ts'
import { sendMail } from '#backend/auth/core/mail-hook.ts'
import { requireSmsQuota } from '#backend/auth/core/message-limits.ts'
import { throwDuplicate } from '#backend/auth/core/new-users.ts'
import {
  type OneTimeTokenType,
  flowMethodsOf,
  hashCode,
  newCode,
  pkcePrefix,
  storeOneTimeToken,
} from '#backend/auth/core/one-time-tokens.ts'
import { requestOrigin } from '#backend/auth/core/request-origin.ts'
import { type UserRow, findUserById } from '#backend/auth/core/users.ts'
import { sendSmsCode } from './send-code.ts'

/** Bits of `auth.users.email_change_confirm_status`, one for the confirmation from each email. */
const confirmationBits = { email_change_token_current: 1, email_change_token_new: 2 } as const

/**
 * Records that an email change was confirmed from the current or the new email. Returns true if the
 * change took effect. Throws AuthError `email_exists` (422) if another account has the new email.
 */
export async function confirmEmailChange(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  type: keyof typeof confirmationBits,
  headers: Headers,
): Promise<boolean> {
  const own = confirmationBits[type]
  const [before] = await tx<{ status: number }[]>`
    select coalesce(email_change_confirm_status, 0)::int as status
    from auth.users where id = ${user.id}`
  const both = own | (before?.status ?? 0)
  const isAgreed =
    both === (confirmationBits.email_change_token_new | confirmationBits.email_change_token_current)
  const needsOld = context.settings.secureEmailChange && user.email !== null
  if (!isAgreed && (needsOld || own !== confirmationBits.email_change_token_new)) {
    await tx`update auth.users set email_change_confirm_status = ${own} where id = ${user.id}`
    return false
  }
  await setIdentifier(tx, user, 'email', user.email_change ?? '', { isVerified: true }).catch(
    throwDuplicate,
  )
  await tx`
    update auth.users set email_confirmed_at = now(),
      confirmation_sent_at = ${user.email_change_sent_at ?? new Date()}
    where id = ${user.id}`
  await audit(tx, user, 'user_email_changed', headers)
  await notifyFormerEmail(tx, context, user, headers)
  return true
}

/**
 * Sends a code to a new phone number and returns the code. Returns null without sending a code if
 * phone autoconfirm is on.
 */
export async function sendPhoneChangeCode(context: AuthContext, phone: string) {
  if (context.settings.enablePhoneAutoconfirm) return null
  await requireSmsQuota(context, phone)
  return sendSmsCode(context, phone)
}

/**
 * Changes the phone number immediately if no code was sent. Otherwise stores the code, which POST
 * /verify redeems.
 */
export async function changePhone(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  phone: string,
  code: string | null,
): Promise<void> {
  if (code === null) {
    await setIdentifier(tx, user, 'phone', phone, { isVerified: true })
    return
  }
  await tx`
    update auth.users set phone_change = ${phone}, phone_change_sent_at = now()
    where id = ${user.id}`
  const hash = hashCode(context, phone, code)
  const token = { userId: user.id, type: 'phone_change_token', hash, relatesTo: phone } as const
  await storeOneTimeToken(tx, token)
}

/** Starts an email change. Cancels a pending email change and its confirmations. */
export async function requestEmailChange(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  address: string,
  { challenge, redirectTo }: { challenge: Challenge | null; redirectTo: string },
): Promise<void> {
  await deleteEmailFlows(tx, user.id, flowMethodsOf.email_change_token_new)
  if (challenge) {
    const flow = { challenge, provider: 'email', method: 'email_change', userId: user.id }
    await createFlow(tx, { ...flow, referrer: redirectTo })
  }
  await tx`
    update auth.users set email_change = ${address}, email_change_sent_at = now(),
      email_change_confirm_status = 0
    where id = ${user.id}`
  await tx`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type = 'email_change_token_current'`
  const issue = async (type: OneTimeTokenType, relatesTo: string) => {
    const code = newCode(context.settings.otp.digits)
    const hash = (challenge ? pkcePrefix : '') + hashCode(context, relatesTo, code)
    await storeOneTimeToken(tx, { userId: user.id, type, hash, relatesTo })
    return { code, hash }
  }
  const forNew = await issue('email_change_token_new', address)
  const forOld =
    user.email && context.settings.secureEmailChange
      ? await issue('email_change_token_current', user.email)
      : null
  // In Supabase's Send Email hook, `token_hash_new` belongs to the current address and `token_hash`
  // to the new address, contrary to their names.
  const codes = forOld
    ? { token: forOld.code, token_hash_new: forOld.hash, token_new: forNew.code }
    : { token: forNew.code }
  await sendMail(context, tx, { ...user, email_change: address }, 'email_change', {
    ...codes,
    token_hash: forNew.hash,
    redirect_to: redirectTo,
    ...(user.email ? { old_email: user.email } : {}),
  })
}

/** Notifies the account's previous email address about the change. */
export async function notifyFormerEmail(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  headers: Headers,
): Promise<void> {
  if (!user.email) return
  const changed = (await findUserById(tx, user.id)) ?? user
  await sendMail(context, tx, changed, 'email_changed_notification', {
    old_email: user.email,
    ...requestOrigin(headers),
  })
}
