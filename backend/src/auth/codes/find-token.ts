import { take } from '#backend/auth/allowances.ts'
import { AuthError } from '#backend/auth/errors.ts'
import {
  findOneTimeToken,
  findTokensSentTo,
  isCode,
  type OneTimeTokenRow,
} from '#backend/auth/one-time-tokens.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { typesOf, type VerificationType } from './methods.ts'

export const dayInSeconds = 86_400

/** Codes' worth of guesses an account stands in a day, however often a new code is asked for. */
export const codesADay = 5

/** What somebody shows: what a link carries, or a code and where it was sent. */
export type Shown = { linkHash: string } | { identifier: string; code: string }

/**
 * The token somebody shows, not yet used up. Typed codes are counted before they are looked at: too
 * many wrong ones make the code void, even the right one, and leave the link of the same mail alone,
 * which nobody guesses. Throws AuthError `otp_expired` (403), the same for an unknown address.
 */
export async function findToken(
  world: AuthWorld,
  type: VerificationType,
  shown: Shown,
): Promise<OneTimeTokenRow> {
  const { lifetime } = world.config.auth.otp
  if ('linkHash' in shown) {
    const token = await findOneTimeToken(world.sql, typesOf[type], shown.linkHash)
    if (token && token.age < lifetime) return token
    throw expired('Email link is invalid or has expired')
  }
  const tokens = await findTokensSentTo(world.sql, typesOf[type], shown.identifier)
  let found: OneTimeTokenRow | null = null
  for (const token of tokens) {
    if (token.age >= lifetime || !(await mayTry(world, token))) continue
    if (isCode(world, token, shown.code)) found = token
  }
  if (!found) throw expired()
  await forgiveGuesses(world, found)
  return found
}

export function expired(message = 'Token has expired or is invalid'): AuthError {
  return new AuthError(403, 'otp_expired', message)
}

const keys = ({ id, user_id: userId }: OneTimeTokenRow) =>
  [`code:${id}`, `codes of:${userId}`] as const

async function mayTry(world: AuthWorld, token: OneTimeTokenRow): Promise<boolean> {
  const { attempts, lifetime } = world.config.auth.otp
  const [ofCode, ofAccount] = keys(token)
  // Nothing of the first allowance comes back while the code lives.
  const each = { times: attempts, seconds: attempts * lifetime }
  if ((await take(world.sql, ofCode, each)) > 0) return false
  const all = { times: attempts * codesADay, seconds: dayInSeconds }
  return (await take(world.sql, ofAccount, all)) === 0
}

/** A right code: what was counted was no guessing. */
async function forgiveGuesses(world: AuthWorld, token: OneTimeTokenRow): Promise<void> {
  await world.sql`
    delete from auth_internal.rate_limits where key in ${world.sql([...keys(token)])}`
}
