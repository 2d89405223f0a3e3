import { createHash } from 'node:crypto'
import type { AuthContext } from './context.ts'
import {
  type RateLimit,
  consume,
  consumeOrThrow,
  limitFactor,
  rateLimitError,
} from './rate-limits.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { clientNetworkOf, digest } from './request-origin.ts'

/** Kinds of email for which a minimum interval applies between two emails of the same kind. */
type MailKind = 'confirmation' | 'sign-in' | 'email_change' | 'reauthentication'

const hour = 3600

/**
 * Counts an email against the rate limits of its address, whether or not an account has the
 * address, so that a refusal reveals nothing. Returns the seconds to wait for the minimum interval
 * or the hourly limit, or 0 if the email may be sent.
 */
export async function consumeEmail(
  context: AuthContext,
  kind: MailKind,
  email: string,
): Promise<number> {
  const { otp, limits } = context.settings
  const ofKind = { times: 1, seconds: otp.mailInterval }
  const wait = await consumeIfEnabled(context, keyOf(`mail ${kind}`, email), ofKind)
  return (
    wait ||
    consumeIfEnabled(context, keyOf('mails', email), { times: limits.emailSent, seconds: hour })
  )
}

/**
 * Counts an email against the rate limits of its address. Throws AuthError
 * `over_email_send_rate_limit` (429).
 */
export async function requireEmailQuota(
  context: AuthContext,
  kind: MailKind,
  email: string,
): Promise<void> {
  throwIfLimited(await consumeEmail(context, kind, email), 'over_email_send_rate_limit')
}

/**
 * Counts an email against the rate limit for account notifications, which is separate from the
 * limits for emails that clients can request. Returns the seconds to wait, or 0 if the email may be
 * sent.
 */
export async function consumeNotification(
  context: AuthContext,
  sql: Queryable,
  email: string,
): Promise<number> {
  const { rateLimits, limits } = context.settings
  if (!rateLimits) return 0
  return consume(sql, keyOf('notices', email), { times: limits.emailSent, seconds: hour })
}

/**
 * Counts an SMS against the rate limit of its phone number, whether or not an account has the
 * number. Returns the seconds to wait, or 0 if the SMS may be sent.
 */
export async function consumeSms(context: AuthContext, phone: string): Promise<number> {
  return consumeIfEnabled(context, keyOf('text', phone), {
    times: 1,
    seconds: context.settings.otp.textInterval,
  })
}

/**
 * Counts an SMS against the rate limit of its phone number. Throws AuthError
 * `over_sms_send_rate_limit` (429).
 */
export async function requireSmsQuota(context: AuthContext, phone: string): Promise<void> {
  throwIfLimited(await consumeSms(context, phone), 'over_sms_send_rate_limit')
}

async function consumeIfEnabled(
  context: AuthContext,
  key: string,
  allowance: RateLimit,
): Promise<number> {
  if (!context.settings.rateLimits || allowance.seconds === 0) return 0
  return consume(context.sql, key, allowance)
}

function throwIfLimited(wait: number, code: string): void {
  if (wait > 0) throw rateLimitError(wait, code)
}

/**
 * Returns the rate limit key of a recipient. Recipients are hashed, so that the table does not
 * store the email or phone of someone without an account.
 */
function keyOf(kind: string, identifier: string): string {
  const digest = createHash('sha256').update(identifier.toLowerCase()).digest('base64url')
  return `${kind}:${digest}`
}

/**
 * Counts an SMS against the rate limit of the signed-in user's client network. Per-account limits
 * are not enough, because an attacker can create many accounts and use many numbers.
 * `rate-limit-rules.ts` covers requests without a session. Throws RateLimitError.
 */
export async function requireClientSmsQuota(context: AuthContext, headers: Headers): Promise<void> {
  const { rateLimits, limits } = context.settings
  const caller = clientNetworkOf(headers)
  if (!rateLimits || caller === null) return
  const allowance = { times: limits.smsSent * limitFactor(headers), seconds: 3600 }
  const key = `texts from:${digest(caller)}`
  await consumeOrThrow(context.sql, key, allowance, 'over_sms_send_rate_limit')
}
