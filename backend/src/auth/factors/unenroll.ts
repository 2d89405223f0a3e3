import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { requireOpenSession } from '#backend/auth/core/authorization.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { sendMail } from '#backend/auth/core/mail-hook.ts'
import { requestOrigin } from '#backend/auth/core/request-origin.ts'
import {
  type FactorRow,
  type UserRow,
  findUserById,
  lockUnchanged,
} from '#backend/auth/core/users.ts'
import { findOwnFactor, requireFactorCaller } from './caller.ts'
import { lowerSessionsToAal1 } from './session-level.ts'

/** DELETE /factors/{id}: removes a second factor. A verified factor requires an aal2 session. */
export function registerUnenrollFactor(app: Hono, context: AuthContext): void {
  app.delete('/factors/:id', async (c) => {
    const { headers } = c.req.raw
    const { user, session } = await requireFactorCaller(context, headers)
    const factor = findOwnFactor(user, c.req.param('id'))
    await context.sql.begin(async (tx) => {
      await lockUnchanged(tx, user)
      const aal = await requireOpenSession(tx, user.id, session.id)
      // Reads the factor again, because a concurrent request may have verified the factor.
      const current = findOwnFactor((await findUserById(tx, user.id)) ?? user, factor.id)
      if (current.status === 'verified' && aal !== 'aal2') {
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      }
      await removeFactor(tx, context, user, current, headers)
      const facts = { factor_id: factor.id, factor_type: factor.factor_type }
      await audit(tx, user, 'factor_unenrolled', headers, facts)
    })
    return json({ id: factor.id })
  })
}

/**
 * Removes a factor and lowers the sessions verified with it to aal1. Notifies the owner if the
 * factor was verified. Removing the last verified factor also deletes the recovery codes. The
 * caller holds the account's row lock.
 */
export async function removeFactor(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  factor: FactorRow,
  /** Headers of the user's request, or undefined if an admin removes the factor. */
  headers?: Headers,
): Promise<void> {
  await lowerSessionsToAal1(tx, factor.id)
  await tx`delete from auth.mfa_factors where id = ${factor.id} and user_id = ${user.id}`
  await tx`
    delete from auth_internal.recovery_codes
    where user_id = ${user.id} and not exists (
      select from auth.mfa_factors where user_id = ${user.id} and status = 'verified'
    )`
  if (factor.status !== 'verified') return
  await sendMail(context, tx, user, 'mfa_factor_unenrolled_notification', {
    factor_type: factor.factor_type,
    ...(headers && requestOrigin(headers)),
  })
}
