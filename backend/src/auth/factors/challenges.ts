import type postgres from 'postgres'
import { isUuid } from '#backend/auth/bearer.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { addressOf } from '#backend/auth/origin.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { addressOrNone } from './caller.ts'

export type Challenge = { id: string; otpCode: string | null }

/**
 * An open challenge of a factor, asked for from the address that now answers. Throws AuthError (422):
 * `mfa_factor_not_found` for none, `mfa_ip_address_mismatch` for one from elsewhere or used up,
 * `mfa_challenge_expired`.
 */
export async function findChallenge(
  world: AuthWorld,
  factorId: string,
  id: string,
  headers: Headers,
): Promise<Challenge> {
  const [challenge] = isUuid(id)
    ? await world.sql<(Challenge & { isOpen: boolean; isStale: boolean })[]>`
        select id, otp_code as "otpCode",
          verified_at is null and ip_address = ${addressOrNone(addressOf(headers))} as "isOpen",
          created_at < now() - make_interval(secs => ${world.config.auth.mfa.challengeLifetime})
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
    await world.sql`delete from auth.mfa_challenges where id = ${id}`
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  return challenge
}

/** Uses a challenge up. Throws AuthError when somebody else has meanwhile. */
export async function consume(tx: postgres.TransactionSql, { id }: Challenge): Promise<void> {
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
