import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { spend } from '#backend/auth/allowances.ts'
import { audit } from '#backend/auth/audit.ts'
import { readBody } from '#backend/auth/body.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { addressOf } from '#backend/auth/origin.ts'
import type { FactorRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { addressOrNone, ownFactor, requireFactorCaller, unknownFactor } from './caller.ts'
import { sendPhoneCode } from './phone-codes.ts'

const challengeBody = z.object({ channel: z.string().nullish() })

const challenges = { times: 30, seconds: 300 }

/** POST /factors/{id}/challenge: asks for a code, which the same address has to give in time. */
export function registerChallengeFactor(app: Hono, world: AuthWorld): void {
  app.post('/factors/:id/challenge', async (c) => {
    const { headers } = c.req.raw
    const { user } = await requireFactorCaller(world, headers)
    const factor = ownFactor(user, c.req.param('id'))
    const { channel } = await readBody(c.req.raw, challengeBody)
    requireSpoken(factor)
    await spend(world.sql, `challenges of:${user.id}`, challenges)
    const id = crypto.randomUUID()
    let sealedCode: string | null = null
    if (factor.factor_type === 'phone') {
      if (channel && channel !== 'sms') throw invalid(`Unsupported channel "${channel}"`)
      const to = { userId: user.id, phone: factor.phone ?? '' }
      sealedCode = await sendPhoneCode(world, id, to, headers)
    }
    const lifetime = world.config.auth.mfa.challengeLifetime
    const expiresAt = await world.sql.begin(async (tx) => {
      // First, as a later lock would be in the way of a challenge made at the same moment.
      const rows = await tx`
        update auth.mfa_factors set last_challenged_at = clock_timestamp()
        where id = ${factor.id} returning id`
      if (rows.length === 0) throw unknownFactor()
      const [challenge] = await tx<{ expiresAt: number }[]>`
        insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code)
        values (${id}, ${factor.id}, ${addressOrNone(addressOf(headers))}, ${sealedCode})
        returning floor(extract(epoch from created_at))::int + ${lifetime}::int as "expiresAt"`
      const facts = { factor_id: factor.id, factor_type: factor.factor_type }
      await audit(tx, user, 'challenge_created', headers, facts)
      return challenge!.expiresAt
    })
    return json({ id, type: factor.factor_type, expires_at: expiresAt })
  })
}

/** Refuses what came with a dump and this server does not speak (422); whatever else is there goes on counting. */
export function requireSpoken({ factor_type: type }: FactorRow): void {
  if (type !== 'webauthn') return
  throw new AuthError(
    422,
    'mfa_webauthn_verify_not_enabled',
    'MFA verification is disabled for WebAuthn',
  )
}
