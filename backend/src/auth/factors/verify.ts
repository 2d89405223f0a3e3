import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { requireOpenSession } from '#backend/auth/core/authorization.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { sendMail } from '#backend/auth/core/mail-hook.ts'
import { requestOrigin } from '#backend/auth/core/request-origin.ts'
import {
  type FactorRow,
  findUserById,
  hasVerifiedFactor,
  lockUnchanged,
} from '#backend/auth/core/users.ts'
import { consumeAttempt, resetAttempts } from './attempts.ts'
import {
  type FactorCaller,
  findOwnFactor,
  requireFactorCaller,
  requireVerifiedIdentifier,
} from './caller.ts'
import {
  type Challenge,
  consumeChallenge,
  findChallenge,
  requireSupportedFactor,
} from './challenge.ts'
import { createAuthenticatorVault } from './authenticator-vault.ts'
import { isSentCode, matchingTimeStep } from './factor-codes.ts'
import { raiseSessionToAal2 } from './session-level.ts'

const verifyBody = z.object({ challenge_id: z.string().nullish(), code: z.string().nullish() })

export function registerVerifyFactor(app: Hono, context: AuthContext): void {
  app.post('/factors/:id/verify', async (c) => {
    const { headers } = c.req.raw
    const caller = await requireFactorCaller(context, headers)
    const { user } = caller
    const factor = findOwnFactor(user, c.req.param('id'))
    const { challenge_id: challengeId, code } = await readBody(c.req.raw, verifyBody)
    if (!code) throw invalid('Code needs to be non-empty')
    requireSupportedFactor(factor)
    const challenge = await findChallenge(context, factor.id, challengeId ?? '', headers)
    await consumeAttempt(context, factor.id, user.id)
    const facts = { factor_id: factor.id, factor_type: factor.factor_type }
    const body = await checkFactorCode(context, factor, challenge, code.trim())
      .then((step) =>
        context.sql.begin(async (tx) => {
          const attempt = { challenge, step, headers }
          const session = await acceptFactor(tx, context, caller, factor, attempt)
          await audit(tx, user, 'verification_attempted', headers, { ...facts, success: true })
          return session
        }),
      )
      .catch(async (cause: unknown) => {
        const failed = { ...facts, success: false }
        await audit(context.sql, user, 'verification_attempted', headers, failed)
        throw cause
      })
    await resetAttempts(context, factor.id, user.id)
    return json(body)
  })
}

/**
 * Returns the time step of a TOTP code, or null for an SMS code. Throws AuthError (422) for a wrong
 * code.
 */
async function checkFactorCode(
  context: AuthContext,
  factor: FactorRow,
  challenge: Challenge,
  code: string,
): Promise<number | null> {
  if (factor.factor_type === 'phone') {
    if (!isSentCode(context, challenge.id, challenge.otpCode ?? '', code)) throw wrongCode(factor)
    return null
  }
  const [row] = await context.sql<{ secret: string | null }[]>`
    select secret from auth.mfa_factors where id = ${factor.id}`
  const secret = row?.secret ? createAuthenticatorVault(context.secrets).open(row.secret) : null
  const step = secret ? matchingTimeStep(secret, code) : null
  if (step === null) throw wrongCode(factor)
  return step
}

async function acceptFactor(
  tx: Tx,
  context: AuthContext,
  { user, session }: FactorCaller,
  factor: FactorRow,
  { challenge, step, headers }: { challenge: Challenge; step: number | null; headers: Headers },
) {
  await lockUnchanged(tx, user)
  const aal = await requireOpenSession(tx, user.id, session.id)
  const current = (await findUserById(tx, user.id)) ?? user
  const { status } = findOwnFactor(current, factor.id)
  // Verifying an additional factor requires aal2, because an attacker with the password may have
  // enrolled the factor.
  if (status === 'unverified' && hasVerifiedFactor(current) && aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to verify a new factor')
  }
  if (status === 'unverified') await requireVerifiedIdentifier(tx, context, current)
  await consumeChallenge(tx, challenge)
  if (step !== null && !(await claimTimeStep(tx, factor.id, step))) throw wrongCode(factor)
  if (status === 'unverified') {
    await tx`
      update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`
    await tx`
      delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`
    await sendMail(context, tx, current, 'mfa_factor_enrolled_notification', {
      factor_type: factor.factor_type,
      ...requestOrigin(headers),
    })
  }
  return raiseSessionToAal2(tx, context, session.id, factor)
}

/**
 * Records the time step of an accepted TOTP code. Returns false for a replay: a time step that is
 * not later than the last accepted one.
 */
async function claimTimeStep(tx: Tx, factorId: string, step: number): Promise<boolean> {
  const rows = await tx`
    insert into auth_internal.totp_steps as used (factor_id, last_step)
    values (${factorId}, ${step})
    on conflict (factor_id) do update set last_step = excluded.last_step
      where used.last_step < excluded.last_step
    returning factor_id`
  return rows.length > 0
}

function wrongCode({ factor_type: type }: FactorRow): AuthError {
  const name = type === 'phone' ? 'MFA Phone' : 'TOTP'
  return new AuthError(422, 'mfa_verification_failed', `Invalid ${name} code entered`)
}
