import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { consume } from '#backend/auth/core/rate-limits.ts'

/**
 * Rate limits for codes, per factor and per account. The limits refill, so that an attacker cannot
 * lock out the owner for long. Three of a million TOTP codes are valid at a time. Therefore, 20
 * attempts a day succeed with a probability below 1 in 15,000.
 */
const factorLimit = { times: 5, seconds: 300 }

const accountLimit = { times: 20, seconds: 86_400 }

/** Limits attempts at recovery codes per session, so that an attacker cannot lock out the owner. */
const sessionLimit = { times: 5, seconds: 900 }

const factorKey = (id: string) => `factor:${id}`

const accountKey = (id: string) => `factors of:${id}`

/**
 * Counts an attempt at a factor code before the code is compared. Throws AuthError (429) if a rate
 * limit is exceeded.
 */
export async function consumeAttempt(context: AuthContext, factorId: string, userId: string) {
  const wait =
    (await consume(context.sql, factorKey(factorId), factorLimit)) ||
    (await consume(context.sql, accountKey(userId), accountLimit))
  if (wait > 0) throw tooMany(wait)
}

export async function resetAttempts(context: AuthContext, factorId: string, userId: string) {
  await context.sql`
    delete from auth_internal.rate_limits
    where key in (${factorKey(factorId)}, ${accountKey(userId)})`
}

export async function consumeRecoveryAttempt(context: AuthContext, sessionId: string) {
  const wait = await consume(context.sql, `recovery:${sessionId}`, sessionLimit)
  if (wait > 0) throw tooMany(wait)
}

function tooMany(seconds: number): AuthError {
  return new AuthError(
    429,
    'over_request_rate_limit',
    `Too many wrong codes: please try again after ${seconds} seconds.`,
  )
}
