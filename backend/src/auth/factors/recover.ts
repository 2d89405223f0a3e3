import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/audit.ts'
import { readBody } from '#backend/auth/body.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { endLinking } from '#backend/auth/flow-states.ts'
import { whoActs } from '#backend/auth/guards/who-acts.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import { requireOpenSession } from '#backend/auth/open-session.ts'
import { presentUser } from '#backend/auth/present-user.ts'
import { endChanges } from '#backend/auth/user/end-changes.ts'
import { findUserById, lockUnchanged } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { countRecovery } from './attempts.ts'
import { hasVerifiedFactor, requireFactorCaller } from './caller.ts'
import { lowerSessions } from './raise-session.ts'
import { useUpRecoveryCode } from './recovery-codes.ts'

const recoverBody = z.object({ code: z.string().nullish() })

/**
 * POST /factors/recovery: with a recovery code instead of a lost factor. The code is used up, every
 * factor and every other session of the account ends, and its owner is told. Answers the user.
 */
export function registerRecoverFactors(app: Hono, world: AuthWorld): void {
  app.post('/factors/recovery', async (c) => {
    const { headers } = c.req.raw
    const { user, session } = await requireFactorCaller(world, headers)
    const { code } = await readBody(c.req.raw, recoverBody)
    if (!code) throw invalid('Code needs to be non-empty')
    if (!hasVerifiedFactor(user)) {
      throw new AuthError(422, 'mfa_factor_not_found', 'This account has no second factor')
    }
    await countRecovery(world, session.id)
    const isRight = await world.sql.begin(async (tx) => {
      await lockUnchanged(tx, user)
      await requireOpenSession(tx, user.id, session.id)
      if (!(await useUpRecoveryCode(tx, user.id, code))) return false
      for (const factor of user.factors) await lowerSessions(tx, factor.id)
      await tx`delete from auth.mfa_factors where user_id = ${user.id}`
      await tx`delete from auth_internal.recovery_codes where user_id = ${user.id}`
      await tx`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id}`
      await endLinking(tx, user.id)
      // Also where nobody else is signed in any more: whoever was may have asked for one before.
      await endChanges(tx, user.id)
      await audit(tx, user, 'recovery_code_used', headers)
      await sendMail(world, tx, user, 'recovery_code_used_notification', whoActs(headers))
      return true
    })
    if (!isRight) {
      const facts = { factor_type: 'recovery_code', success: false }
      await audit(world.sql, user, 'verification_attempted', headers, facts)
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
    }
    const current = await findUserById(world.sql, user.id)
    return json(presentUser(current ?? user))
  })
}
