import { createHash, randomInt } from 'node:crypto'
import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { requireOpenSession } from '#backend/auth/core/authorization.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { cancelPendingChanges, cancelPendingLinks } from '#backend/auth/core/credentials.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { sendMail } from '#backend/auth/core/mail-hook.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import { requestOrigin } from '#backend/auth/core/request-origin.ts'
import { findUserById, hasVerifiedFactor, lockUnchanged } from '#backend/auth/core/users.ts'
import { consumeRecoveryAttempt } from './attempts.ts'
import { requireFactorCaller } from './caller.ts'
import { lowerSessionsToAal1 } from './session-level.ts'

const codeCount = 10

/** Crockford's base 32 alphabet, without the letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** /factors/recovery-codes: GET counts the remaining codes, POST replaces and returns all codes. */
export function registerRecoveryCodes(app: Hono, context: AuthContext): void {
  app.get('/factors/recovery-codes', async (c) => {
    const { user } = await requireFactorCaller(context, c.req.raw.headers)
    const [count] = await context.sql<{ remaining: number }[]>`
      select count(*)::int as remaining from auth_internal.recovery_codes
      where user_id = ${user.id}`
    return json({ type: 'recovery_code', total: codeCount, remaining: count?.remaining ?? 0 })
  })

  app.post('/factors/recovery-codes', async (c) => {
    const { headers } = c.req.raw
    const { user, session } = await requireFactorCaller(context, headers)
    const codes = Array.from({ length: codeCount }, newRecoveryCode)
    await context.sql.begin(async (tx) => {
      await lockUnchanged(tx, user)
      const aal = await requireOpenSession(tx, user.id, session.id)
      if (!hasVerifiedFactor((await findUserById(tx, user.id)) ?? user) || aal !== 'aal2') {
        throw new AuthError(403, 'insufficient_aal', 'AAL2 required to make recovery codes')
      }
      await tx`delete from auth_internal.recovery_codes where user_id = ${user.id}`
      await tx`
        insert into auth_internal.recovery_codes
        ${tx(codes.map((code) => ({ user_id: user.id, code_hash: hashRecoveryCode(user.id, code) })))}`
      await audit(tx, user, 'recovery_codes_generated', headers)
    })
    return json({ type: 'recovery_code', total: codeCount, codes })
  })
}

async function consumeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const rows = await tx`
    delete from auth_internal.recovery_codes
    where user_id = ${userId} and code_hash = ${hashRecoveryCode(userId, code)}
    returning user_id`
  return rows.length > 0
}

/**
 * Creates a recovery code of 80 random bits, so that brute force cannot reverse the hash of the
 * code.
 */
function newRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/** Hashes a recovery code. Ignores case, spaces and hyphens, and reads o, i and l as digits. */
function hashRecoveryCode(userId: string, code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return createHash('sha256').update(`${userId}:${plain}`).digest('hex')
}

const recoverBody = z.object({ code: z.string().nullish() })

/** POST /factors/recovery: redeems a recovery code. Removes all factors and other sessions. */
export function registerRecoverFactors(app: Hono, context: AuthContext): void {
  app.post('/factors/recovery', async (c) => {
    const { headers } = c.req.raw
    const { user, session } = await requireFactorCaller(context, headers)
    const { code } = await readBody(c.req.raw, recoverBody)
    if (!code) throw invalid('Code needs to be non-empty')
    if (!hasVerifiedFactor(user)) {
      throw new AuthError(422, 'mfa_factor_not_found', 'This account has no second factor')
    }
    await consumeRecoveryAttempt(context, session.id)
    const isRight = await context.sql.begin(async (tx) => {
      await lockUnchanged(tx, user)
      await requireOpenSession(tx, user.id, session.id)
      if (!(await consumeRecoveryCode(tx, user.id, code))) return false
      for (const factor of user.factors) await lowerSessionsToAal1(tx, factor.id)
      await tx`delete from auth.mfa_factors where user_id = ${user.id}`
      await tx`delete from auth_internal.recovery_codes where user_id = ${user.id}`
      await tx`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id}`
      await cancelPendingLinks(tx, user.id)
      // Cancels pending email and phone changes, because a revoked session may have requested them.
      await cancelPendingChanges(tx, user.id)
      await audit(tx, user, 'recovery_code_used', headers)
      await sendMail(context, tx, user, 'recovery_code_used_notification', requestOrigin(headers))
      return true
    })
    if (!isRight) {
      const facts = { factor_type: 'recovery_code', success: false }
      await audit(context.sql, user, 'verification_attempted', headers, facts)
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
    }
    const current = await findUserById(context.sql, user.id)
    return json(presentUser(current ?? user))
  })
}
