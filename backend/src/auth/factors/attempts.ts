import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { consume } from '#backend/auth/core/rate-limits.ts'

/**
 * Wrong codes. A guess hits one of three codes in a million, so the day's allowance leaves a guesser
 * below one in fifteen thousand a day. It fills up again by itself, and a new password ends the
 * sessions of whoever uses it up.
 */
const factorLimit = { times: 5, seconds: 300 }

const accountLimit = { times: 20, seconds: 86_400 }

/** Recovery codes are too long to guess; a session is held back so that no other one is. */
const sessionLimit = { times: 5, seconds: 900 }

const factorKey = (id: string) => `factor:${id}`

const accountKey = (id: string) => `factors of:${id}`

/** Counts an attempt at a factor before it is looked at. Throws AuthError 429. */
export async function consumeAttempt(context: AuthContext, factorId: string, userId: string) {
  const wait =
    (await consume(context.sql, factorKey(factorId), factorLimit)) ||
    (await consume(context.sql, accountKey(userId), accountLimit))
  if (wait > 0) throw tooMany(wait)
}

/** A right code: what was counted was no guessing. */
export async function resetAttempts(context: AuthContext, factorId: string, userId: string) {
  await context.sql`
    delete from auth_internal.rate_limits
    where key in (${factorKey(factorId)}, ${accountKey(userId)})`
}

/** Counts an attempt to get back in by recovery code. Throws AuthError 429. */
export async function consumeRecoveryAttempt(
  context: AuthContext,
  sessionId: string,
): Promise<void> {
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
