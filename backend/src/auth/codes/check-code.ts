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

/** What a request may call the code it brings, and which codes it may be. */
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

/** Whether the code went to a telephone; such a code has no link. */
export function isByPhone(type: VerificationType): boolean {
  return type === 'sms' || type === 'phone_change'
}

export const dayInSeconds = 86_400

/** Codes' worth of guesses an account stands in a day, however often a new code is asked for. */
export const codesPerDay = 5

/** What somebody shows: what a link carries, or a code and where it was sent. */
export type PresentedCode = { linkHash: string } | { identifier: string; code: string }

/**
 * The token somebody shows, not yet used up. Typed codes are counted before they are looked at: too
 * many wrong ones make the code void, even the right one, and leave the link of the same mail alone,
 * which nobody guesses. Throws AuthError `otp_expired` (403), the same for an unknown address.
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
    if (token.age >= lifetime || !(await consumeAttempt(context, token))) continue
    if (matchesCode(context, token, shown.code)) found = token
  }
  if (!found) throw codeExpired()
  await resetAttempts(context, found)
  return found
}

export function codeExpired(message = 'Token has expired or is invalid'): AuthError {
  return new AuthError(403, 'otp_expired', message)
}

const keys = ({ id, user_id: userId }: OneTimeTokenRow) =>
  [`code:${id}`, `codes of:${userId}`] as const

async function consumeAttempt(context: AuthContext, token: OneTimeTokenRow): Promise<boolean> {
  const { attempts, lifetime } = context.settings.otp
  const [ofCode, ofAccount] = keys(token)
  // Nothing of the first allowance comes back while the code lives.
  const each = { times: attempts, seconds: attempts * lifetime }
  if ((await consume(context.sql, ofCode, each)) > 0) return false
  const all = { times: attempts * codesPerDay, seconds: dayInSeconds }
  return (await consume(context.sql, ofAccount, all)) === 0
}

/** A right code: what was counted was no guessing. */
async function resetAttempts(context: AuthContext, token: OneTimeTokenRow): Promise<void> {
  await context.sql`
    delete from auth_internal.rate_limits where key in ${context.sql([...keys(token)])}`
}
