import type { Hono } from 'hono'
import type postgres from 'postgres'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/audit.ts'
import { readBody } from '#backend/auth/body.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { whoActs } from '#backend/auth/guards/who-acts.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import { requireOpenSession } from '#backend/auth/open-session.ts'
import { findUserById, lockUnchanged, type FactorRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import {
  hasVerifiedFactor,
  ownFactor,
  requireFactorCaller,
  requireProvenOwner,
  type FactorCaller,
} from './caller.ts'
import { requireSpoken } from './challenge.ts'
import { consume, findChallenge, type Challenge } from './challenges.ts'
import { isSentCode } from './phone-codes.ts'
import { raiseSession } from './raise-session.ts'
import { stepOf } from './totp.ts'

const verifyBody = z.object({ challenge_id: z.string().nullish(), code: z.string().nullish() })

/** A code that was found to be right; of an app's code, with the time step it belongs to. */
type Proof = { step: number | null }

/** POST /factors/{id}/verify: a right code makes the factor count and raises the session to aal2. */
export function registerVerifyFactor(app: Hono, world: AuthWorld): void {
  app.post('/factors/:id/verify', async (c) => {
    const { headers } = c.req.raw
    const caller = await requireFactorCaller(world, headers)
    const { user } = caller
    const factor = ownFactor(user, c.req.param('id'))
    const { challenge_id: challengeId, code } = await readBody(c.req.raw, verifyBody)
    if (!code) throw invalid('Code needs to be non-empty')
    requireSpoken(factor)
    const challenge = await findChallenge(world, factor.id, challengeId ?? '', headers)
    await countAttempt(world, factor.id, user.id)
    const facts = { factor_id: factor.id, factor_type: factor.factor_type }
    const body = await prove(world, factor, challenge, code.trim())
      .then((proof) =>
        world.sql.begin(async (tx) => {
          const session = await accept(tx, world, caller, factor, challenge, { ...proof, headers })
          await audit(tx, user, 'verification_attempted', headers, { ...facts, success: true })
          return session
        }),
      )
      .catch(async (cause: unknown) => {
        await audit(world.sql, user, 'verification_attempted', headers, {
          ...facts,
          success: false,
        })
        throw cause
      })
    await forgiveAttempts(world, factor.id, user.id)
    return json(body)
  })
}

async function prove(
  world: AuthWorld,
  factor: FactorRow,
  challenge: Challenge,
  code: string,
): Promise<Proof> {
  if (factor.factor_type === 'phone') {
    if (!isSentCode(world, challenge.id, challenge.otpCode ?? '', code)) throw wrongCode(factor)
    return { step: null }
  }
  const [row] = await world.sql<{ secret: string | null }[]>`
    select secret from auth.mfa_factors where id = ${factor.id}`
  const step = row?.secret ? stepOf(row.secret, code) : null
  if (step === null) throw wrongCode(factor)
  return { step }
}

async function accept(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  { user, session }: FactorCaller,
  factor: FactorRow,
  challenge: Challenge,
  { step, headers }: Proof & { headers: Headers },
) {
  await lockUnchanged(tx, user)
  const aal = await requireOpenSession(tx, user.id, session.id)
  const current = (await findUserById(tx, user.id)) ?? user
  const { status } = ownFactor(current, factor.id)
  // Set up by whoever knew the password before the owner had a factor: no way around the owner's.
  if (status === 'unverified' && hasVerifiedFactor(current) && aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to verify a new factor')
  }
  if (status === 'unverified') await requireProvenOwner(tx, world, current)
  await consume(tx, challenge)
  if (step !== null && !(await isFresh(tx, factor.id, step))) throw wrongCode(factor)
  if (status === 'unverified') {
    await tx`
      update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`
    await tx`
      delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`
    await sendMail(world, tx, current, 'mfa_factor_enrolled_notification', {
      factor_type: factor.factor_type,
      ...whoActs(headers),
    })
  }
  return raiseSession(tx, world, session.id, factor)
}

/** Whether a code of this time step is used for the first time. */
async function isFresh(
  tx: postgres.TransactionSql,
  factorId: string,
  step: number,
): Promise<boolean> {
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
