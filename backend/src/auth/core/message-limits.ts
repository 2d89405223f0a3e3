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

/** What a mail is for, as far as one of them soon after the other is one too many. */
type MailKind = 'confirmation' | 'sign-in' | 'email_change' | 'reauthentication'

const hour = 3600

/**
 * Counts a mail to an address, whether or not it belongs to an account: a refusal must not tell.
 * Answers the seconds to wait within the interval of its kind, or until the mailbox, which may be a
 * stranger's, has had fewer mails of all kinds in an hour; else 0.
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

/** The same, throwing AuthError `over_email_send_rate_limit` (429) where there is time to wait. */
export async function requireEmailQuota(
  context: AuthContext,
  kind: MailKind,
  email: string,
): Promise<void> {
  throwIfLimited(await consumeEmail(context, kind, email), 'over_email_send_rate_limit')
}

/** Counts a notice of what was done in an account, apart from mails that anybody may ask for. */
export async function consumeNotification(
  context: AuthContext,
  sql: Queryable,
  email: string,
): Promise<number> {
  const { rateLimits, limits } = context.settings
  if (!rateLimits) return 0
  return consume(sql, keyOf('notices', email), { times: limits.emailSent, seconds: hour })
}

/** Counts a text to a number, as `countMail` does. */
export async function consumeSms(context: AuthContext, phone: string): Promise<number> {
  return consumeIfEnabled(context, keyOf('text', phone), {
    times: 1,
    seconds: context.settings.otp.textInterval,
  })
}

/** The same, throwing AuthError `over_sms_send_rate_limit` (429) within the interval. */
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

/** Addresses of strangers are nothing to keep. */
function keyOf(kind: string, identifier: string): string {
  const digest = createHash('sha256').update(identifier.toLowerCase()).digest('base64url')
  return `${kind}:${digest}`
}

/**
 * Counts a text that somebody signed in has sent, by where they call from: accounts are made for
 * nothing, and numbers are many. What is asked for without a session is counted by the policy, whether
 * or not a text goes out. Throws TooManyError.
 */
export async function requireClientSmsQuota(context: AuthContext, headers: Headers): Promise<void> {
  const { rateLimits, limits } = context.settings
  const caller = clientNetworkOf(headers)
  if (!rateLimits || caller === null) return
  const allowance = { times: limits.smsSent * limitFactor(headers), seconds: 3600 }
  const key = `texts from:${digest(caller)}`
  await consumeOrThrow(context.sql, key, allowance, 'over_sms_send_rate_limit')
}
