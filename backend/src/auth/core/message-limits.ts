import type { AuthContext } from './context.ts'
import { RateLimitError } from './errors.ts'
import { type RateLimit, consume, consumeOrThrow, limitFactor } from './rate-limits.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { digest } from './request-origin.ts'
import { clientNetworkOf } from '#backend/platform/client-network.ts'

/** Kinds of email. Each kind has its own minimum interval between two emails. */
type MailKind = 'confirmation' | 'sign-in' | 'email_change' | 'reauthentication'

const hour = 3600

/**
 * Counts an email against its recipient's rate limits. Counts emails to unknown accounts too, so
 * that a rejection does not reveal which accounts exist. Returns the seconds to wait, or 0 if the
 * email may be sent.
 */
export async function consumeEmail(context: AuthContext, kind: MailKind, email: string) {
  const { otp, limits } = context.settings
  const ofKind = { times: 1, seconds: otp.mailInterval }
  const wait = await consumeIfEnabled(context, keyOf(`mail ${kind}`, email), ofKind)
  return (
    wait ||
    consumeIfEnabled(context, keyOf('mails', email), { times: limits.emailSent, seconds: hour })
  )
}

/**
 * Counts an email like `consumeEmail`. Throws AuthError `over_email_send_rate_limit` (429) if a
 * limit is exceeded.
 */
export async function requireEmailQuota(context: AuthContext, kind: MailKind, email: string) {
  throwIfLimited(await consumeEmail(context, kind, email), 'over_email_send_rate_limit')
}

/**
 * Counts an account notification against its recipient's limit. Returns the seconds to wait, or 0
 * if the notification may be sent.
 */
export async function consumeNotification(context: AuthContext, sql: Queryable, email: string) {
  const { rateLimits, limits } = context.settings
  if (!rateLimits) return 0
  return consume(sql, keyOf('notices', email), { times: limits.emailSent, seconds: hour })
}

/** Counts an SMS to a phone number. Returns the seconds to wait, or 0 if the SMS may be sent. */
export async function consumeSms(context: AuthContext, phone: string): Promise<number> {
  return consumeIfEnabled(context, keyOf('text', phone), {
    times: 1,
    seconds: context.settings.otp.textInterval,
  })
}

/**
 * Counts an SMS like `consumeSms`. Throws AuthError `over_sms_send_rate_limit` (429) if the limit
 * is exceeded.
 */
export async function requireSmsQuota(context: AuthContext, phone: string): Promise<void> {
  throwIfLimited(await consumeSms(context, phone), 'over_sms_send_rate_limit')
}

async function consumeIfEnabled(context: AuthContext, key: string, limit: RateLimit) {
  if (!context.settings.rateLimits || limit.seconds === 0) return 0
  return consume(context.sql, key, limit)
}

function throwIfLimited(wait: number, code: string): void {
  if (wait > 0) throw new RateLimitError(wait, code)
}

function keyOf(kind: string, identifier: string): string {
  return `${kind}:${digest(identifier.toLowerCase())}`
}

/**
 * Limits SMS per client network, because an attacker can create many accounts. Throws
 * RateLimitError (429) if the limit is exceeded.
 */
export async function requireClientSmsQuota(context: AuthContext, headers: Headers): Promise<void> {
  const { rateLimits, limits } = context.settings
  const caller = clientNetworkOf(headers)
  if (!rateLimits || caller === null) return
  const limit = { times: limits.smsSent * limitFactor(headers), seconds: 3600 }
  const key = `texts from:${digest(caller)}`
  await consumeOrThrow(context.sql, key, limit, 'over_sms_send_rate_limit')
}
