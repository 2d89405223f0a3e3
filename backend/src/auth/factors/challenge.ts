import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import { consumeOrThrow } from '#backend/auth/core/rate-limits.ts'
import { ipAddressOf } from '#backend/platform/client-network.ts'
import type { FactorRow } from '#backend/auth/core/users.ts'
import { addressOrNone, findOwnFactor, requireFactorCaller, unknownFactor } from './caller.ts'
import { sendPhoneCode } from './factor-codes.ts'

const challengeBody = z.object({ channel: z.string().nullish() })

const challengeLimit = { times: 30, seconds: 300 }

/** POST /factors/{id}/challenge: creates a challenge that is bound to the client's IP address. */
export function registerChallengeFactor(app: Hono, context: AuthContext): void {
  app.post('/factors/:id/challenge', async (c) => {
    const { headers } = c.req.raw
    const { user } = await requireFactorCaller(context, headers)
    const factor = findOwnFactor(user, c.req.param('id'))
    const { channel } = await readBody(c.req.raw, challengeBody)
    requireSupportedFactor(factor)
    await consumeOrThrow(context.sql, `challenges of:${user.id}`, challengeLimit)
    const id = crypto.randomUUID()
    let sealedCode: string | null = null
    if (factor.factor_type === 'phone') {
      if (channel && channel !== 'sms') throw invalid(`Unsupported channel "${channel}"`)
      const to = { userId: user.id, phone: factor.phone ?? '' }
      sealedCode = await sendPhoneCode(context, id, to, headers)
    }
    const lifetime = context.settings.mfa.challengeLifetime
    const expiresAt = await context.sql.begin(async (tx) => {
      // Locks the factor before the challenge, because the reverse order could cause a deadlock.
      const rows = await tx`
        update auth.mfa_factors set last_challenged_at = clock_timestamp()
        where id = ${factor.id} returning id`
      if (rows.length === 0) throw unknownFactor()
      const [challenge] = await tx<{ expiresAt: number }[]>`
        insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code)
        values (${id}, ${factor.id}, ${addressOrNone(ipAddressOf(headers))}, ${sealedCode})
        returning floor(extract(epoch from created_at))::int + ${lifetime}::int as "expiresAt"`
      const facts = { factor_id: factor.id, factor_type: factor.factor_type }
      await audit(tx, user, 'challenge_created', headers, facts)
      return challenge!.expiresAt
    })
    return json({ id, type: factor.factor_type, expires_at: expiresAt })
  })
}

/** Rejects WebAuthn factors, which only imported accounts have. Throws AuthError (422). */
export function requireSupportedFactor({ factor_type: type }: FactorRow): void {
  if (type !== 'webauthn') return
  throw new AuthError(
    422,
    'mfa_webauthn_verify_not_enabled',
    'MFA verification is disabled for WebAuthn',
  )
}

export type Challenge = { id: string; otpCode: string | null }

/**
 * Returns a challenge. Throws AuthError (422) if the challenge is unknown, used, expired or for
 * another IP address.
 */
export async function findChallenge(
  context: AuthContext,
  factorId: string,
  id: string,
  headers: Headers,
): Promise<Challenge> {
  const [challenge] = isUuid(id)
    ? await context.sql<(Challenge & { isOpen: boolean; isStale: boolean })[]>`
        select id, otp_code as "otpCode",
          verified_at is null and ip_address = ${addressOrNone(ipAddressOf(headers))} as "isOpen",
          created_at < now() - make_interval(secs => ${context.settings.mfa.challengeLifetime})
            as "isStale"
        from auth.mfa_challenges where id = ${id} and factor_id = ${factorId}`
    : []
  if (!challenge) {
    throw new AuthError(
      422,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    )
  }
  if (!challenge.isOpen) throw mismatch()
  if (challenge.isStale) {
    await context.sql`delete from auth.mfa_challenges where id = ${id}`
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  return challenge
}

/** Marks a challenge as used. Throws AuthError if a concurrent request used the challenge first. */
export async function consumeChallenge(tx: Tx, { id }: Challenge): Promise<void> {
  const rows = await tx`
    update auth.mfa_challenges set verified_at = now()
    where id = ${id} and verified_at is null returning id`
  if (rows.length === 0) throw mismatch()
}

function mismatch(): AuthError {
  return new AuthError(
    422,
    'mfa_ip_address_mismatch',
    'Challenge and verify IP addresses mismatch.',
  )
}
