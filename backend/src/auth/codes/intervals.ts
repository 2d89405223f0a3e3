import { createHash } from 'node:crypto'
import { take, tooSoon, type Allowance } from '#backend/auth/allowances.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import type { Queryable } from '#backend/platform/database.ts'

/** What a mail is for, as far as one of them soon after the other is one too many. */
export type MailKind = 'confirmation' | 'sign-in' | 'email_change' | 'reauthentication'

const hour = 3600

/**
 * Counts a mail to an address, whether or not it belongs to an account: a refusal must not tell.
 * Answers the seconds to wait within the interval of its kind, or until the mailbox, which may be a
 * stranger's, has had fewer mails of all kinds in an hour; else 0.
 */
export async function countMail(world: AuthWorld, kind: MailKind, email: string): Promise<number> {
  const { otp, limits } = world.config.auth
  const ofKind = { times: 1, seconds: otp.mailInterval }
  const wait = await count(world, key(`mail ${kind}`, email), ofKind)
  return wait || count(world, key('mails', email), { times: limits.emailSent, seconds: hour })
}

/** The same, throwing AuthError `over_email_send_rate_limit` (429) where there is time to wait. */
export async function spendMail(world: AuthWorld, kind: MailKind, email: string): Promise<void> {
  refuse(await countMail(world, kind, email), 'over_email_send_rate_limit')
}

/** Counts a notice of what was done in an account, apart from mails that anybody may ask for. */
export async function countNotice(
  world: AuthWorld,
  sql: Queryable,
  email: string,
): Promise<number> {
  const { rateLimits, limits } = world.config.auth
  if (!rateLimits) return 0
  return take(sql, key('notices', email), { times: limits.emailSent, seconds: hour })
}

/** Counts a text to a number, as `countMail` does. */
export async function countText(world: AuthWorld, phone: string): Promise<number> {
  return count(world, key('text', phone), { times: 1, seconds: world.config.auth.otp.textInterval })
}

/** The same, throwing AuthError `over_sms_send_rate_limit` (429) within the interval. */
export async function spendText(world: AuthWorld, phone: string): Promise<void> {
  refuse(await countText(world, phone), 'over_sms_send_rate_limit')
}

async function count(world: AuthWorld, key: string, allowance: Allowance): Promise<number> {
  if (!world.config.auth.rateLimits || allowance.seconds === 0) return 0
  return take(world.sql, key, allowance)
}

function refuse(wait: number, code: string): void {
  if (wait > 0) throw tooSoon(wait, code)
}

/** Addresses of strangers are nothing to keep. */
function key(kind: string, identifier: string): string {
  const digest = createHash('sha256').update(identifier.toLowerCase()).digest('base64url')
  return `${kind}:${digest}`
}
