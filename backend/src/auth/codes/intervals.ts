import { createHash } from 'node:crypto'
import { spend } from '#backend/auth/allowances.ts'
import type { AuthWorld } from '#backend/auth/world.ts'

/** What a mail is for, as far as one of them soon after the other is one too many. */
export type MailKind = 'confirmation' | 'sign-in' | 'email_change' | 'reauthentication'

/**
 * Counts a mail to an address, whether or not it belongs to an account: a refusal must not tell.
 * Throws AuthError `over_email_send_rate_limit` (429) within the interval.
 */
export async function spendMail(world: AuthWorld, kind: MailKind, email: string): Promise<void> {
  const { rateLimits, otp } = world.config.auth
  if (!rateLimits || otp.mailInterval === 0) return
  const allowance = { times: 1, seconds: otp.mailInterval }
  await spend(world.sql, key(`mail ${kind}`, email), allowance, 'over_email_send_rate_limit')
}

/** The same for a text to a number, with `over_sms_send_rate_limit`. */
export async function spendText(world: AuthWorld, phone: string): Promise<void> {
  const { rateLimits, otp } = world.config.auth
  if (!rateLimits || otp.textInterval === 0) return
  const allowance = { times: 1, seconds: otp.textInterval }
  await spend(world.sql, key('text', phone), allowance, 'over_sms_send_rate_limit')
}

/** Addresses of strangers are nothing to keep. */
function key(kind: string, identifier: string): string {
  const digest = createHash('sha256').update(identifier.toLowerCase()).digest('base64url')
  return `${kind}:${digest}`
}
