import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import {
  type OneTimeTokenRow,
  type OneTimeTokenType,
  findOneTimeToken,
  findTokensSentTo,
  matchesCode,
} from '#backend/auth/core/one-time-tokens.ts'
import { consume } from '#backend/auth/core/rate-limits.ts'

const tokenTypesOf = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
} as const satisfies Record<string, readonly OneTimeTokenType[]>

export type VerificationType = keyof typeof tokenTypesOf

export function isVerificationType(type: string): type is VerificationType {
  return Object.hasOwn(tokenTypesOf, type)
}

export function isByPhone(type: VerificationType): boolean {
  return type === 'sms' || type === 'phone_change'
}

/** Maximum failed code attempts per account and day, as a multiple of the maximum per code. */
const codesPerDay = 5

/** Credential in a /verify request: a link's hash, or a typed code with its email or phone. */
export type PresentedCode = { linkHash: string } | { identifier: string; code: string }

/**
 * Returns the unexpired one-time token of a link or typed code. Too many failed attempts void the
 * code, but not the link in the same email. Throws AuthError `otp_expired` (403) for a wrong or
 * expired code or link, and for an unknown email or phone.
 */
export async function findValidToken(
  context: AuthContext,
  type: VerificationType,
  shown: PresentedCode,
): Promise<OneTimeTokenRow> {
  const { lifetime } = context.settings.otp
  if ('linkHash' in shown) {
    const token = await findOneTimeToken(context.sql, tokenTypesOf[type], shown.linkHash)
    if (token && token.age < lifetime) return token
    throw codeExpired('Email link is invalid or has expired')
  }
  const tokens = await findTokensSentTo(context.sql, tokenTypesOf[type], shown.identifier)
  let found: OneTimeTokenRow | null = null
  for (const token of tokens) {
    if (token.age >= lifetime || !(await consumeAttempt(context, keysOf(token)))) continue
    if (matchesCode(context, token, shown.code)) found = token
  }
  if (!found) throw codeExpired()
  await resetAttempts(context, keysOf(found))
  return found
}

export function codeExpired(message = 'Token has expired or is invalid'): AuthError {
  return new AuthError(403, 'otp_expired', message)
}

/** Two rate limit keys: one for a code, and one for all codes of its account. */
type AttemptKeys = readonly [ofCode: string, ofAccount: string]

const keysOf = ({ id, user_id: userId }: OneTimeTokenRow): AttemptKeys => [
  `code:${id}`,
  `codes of:${userId}`,
]

/** Counts an attempt to redeem a code. Returns whether both rate limits allow the attempt. */
export async function consumeAttempt(context: AuthContext, [ofCode, ofAccount]: AttemptKeys) {
  const { attempts, lifetime } = context.settings.otp
  // One attempt refills in `lifetime` seconds. By then, a code without remaining attempts has
  // expired.
  const each = { times: attempts, seconds: attempts * lifetime }
  if ((await consume(context.sql, ofCode, each)) > 0) return false
  const all = { times: attempts * codesPerDay, seconds: 86_400 }
  return (await consume(context.sql, ofAccount, all)) === 0
}

export async function resetAttempts({ sql }: AuthContext, keys: AttemptKeys): Promise<void> {
  await sql`delete from auth_internal.rate_limits where key in ${sql([...keys])}`
}
