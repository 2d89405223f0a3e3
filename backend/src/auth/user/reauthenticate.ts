import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { consumeAttempt, resetAttempts } from '#backend/auth/codes/check-code.ts'
import { sendSmsCode } from '#backend/auth/codes/send-code.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { requireOpenSession, requireUser } from '#backend/auth/core/authorization.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { sendMail } from '#backend/auth/core/mail-hook.ts'
import {
  requireClientSmsQuota,
  requireEmailQuota,
  requireSmsQuota,
} from '#backend/auth/core/message-limits.ts'
import {
  consumeOneTimeToken,
  hashCode,
  matchesCode,
  newCode,
  storeOneTimeToken,
} from '#backend/auth/core/one-time-tokens.ts'
import { type UserRow, lockUnchanged } from '#backend/auth/core/users.ts'
import { markEmailVerified, markPhoneVerified } from '#backend/auth/core/verified-identifiers.ts'

export type Nonce = { id: string; sentTo: string; ageSeconds: number }

export function registerReauthenticate(app: Hono, context: AuthContext): void {
  app.get('/reauthenticate', async (c) => {
    const { headers } = c.req.raw
    const { user, sessionId } = await requireUser(context, headers)
    const address = reauthenticationAddress(user)
    const isMail = address === user.email
    await (isMail
      ? requireEmailQuota(context, 'reauthentication', address)
      : requireSmsQuota(context, address))
    if (!isMail) await requireClientSmsQuota(context, headers)
    const code = isMail ? newCode(context.settings.otp.digits) : await sendSmsCode(context, address)
    await context.sql.begin(async (tx) => {
      await lockUnchanged(tx, user)
      await requireOpenSession(tx, user.id, sessionId)
      await tx`
        update auth.users set reauthentication_sent_at = now() where id = ${user.id}`
      const hash = hashCode(context, address, code)
      const stored = { userId: user.id, type: 'reauthentication_token', hash } as const
      await storeOneTimeToken(tx, { ...stored, relatesTo: address })
      await audit(tx, user, 'user_reauthenticate_requested', headers)
      if (isMail) await sendMail(context, tx, user, 'reauthentication', { token: code })
    })
    return json({})
  })
}

function reauthenticationAddress(user: UserRow): string {
  if (user.email) {
    if (user.email_confirmed_at) return user.email
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
  }
  if (user.phone) {
    if (user.phone_confirmed_at) return user.phone
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
  }
  throw new AuthError(
    400,
    'validation_failed',
    'Reauthentication requires the user to have an email or a phone number',
  )
}

/**
 * Checks a reauthentication code. Limits attempts per code, and per account and day. Throws
 * AuthError: 400 without a code, 422 for a wrong or expired code or too many attempts.
 */
export async function checkNonce(
  context: AuthContext,
  user: UserRow,
  nonce: string | null | undefined,
): Promise<Nonce> {
  if (!nonce) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
  const { lifetime } = context.settings.otp
  const [stored] = await context.sql<
    { id: string; token_hash: string; relates_to: string; age: number }[]
  >`
    select id, token_hash, relates_to,
      extract(epoch from (now() at time zone 'utc') - created_at)::int as age
    from auth.one_time_tokens
    where user_id = ${user.id} and token_type = 'reauthentication_token'
      and created_at > (now() at time zone 'utc') - make_interval(secs => ${lifetime})`
  if (!stored) throw invalidNonce()
  const keys = [`code:${stored.id}`, `nonces of:${user.id}`] as const
  if (!(await consumeAttempt(context, keys))) {
    await consumeOneTimeToken(context.sql, stored.id)
    throw invalidNonce()
  }
  if (!matchesCode(context, stored, nonce)) throw invalidNonce()
  await resetAttempts(context, keys)
  return { id: stored.id, sentTo: stored.relates_to, ageSeconds: stored.age }
}

/** Redeems a reauthentication code, which verifies the email or phone to which it was sent. */
export async function consumeNonce(tx: Tx, user: UserRow, { id, sentTo, ageSeconds }: Nonce) {
  if (!(await consumeOneTimeToken(tx, id))) throw invalidNonce()
  if (sentTo === user.email?.toLowerCase()) await markEmailVerified(tx, user, ageSeconds)
  else if (sentTo === user.phone) await markPhoneVerified(tx, user)
}

function invalidNonce(): AuthError {
  return new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
