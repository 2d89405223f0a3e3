import { spend } from '#backend/auth/allowances.ts'
import type { SignedIn } from '#backend/auth/bearer.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { assertStrongPassword } from '#backend/auth/passwords.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { checkNonce, type Nonce } from './reauthenticate.ts'
import { sessionFacts } from './session-facts.ts'
import type { UpdateBody } from './update-body.ts'

/** A password as it will be stored, and the code it uses up. */
export type NewPassword = { hash: string; nonce: Nonce | null }

/** Guesses at the current password by somebody who got at a session. */
const guesses = { times: 10, seconds: 600 }

const dayInSeconds = 86_400

/** Ways in that stand for having forgotten the password. */
const withoutPassword = ['otp', 'recovery', 'magiclink']

/** Refuses a password that is weak, the old one, or set without the proof the project asks for. */
export async function checkPassword(
  world: AuthWorld,
  signedIn: SignedIn,
  password: string,
  proof: Pick<UpdateBody, 'nonce' | 'current_password'>,
): Promise<NewPassword> {
  const { user } = signedIn
  const { auth } = world.config
  assertStrongPassword(password, auth)
  await requireCurrentPassword(world, signedIn, proof.current_password)
  let nonce: Nonce | null = null
  if (auth.secureNewPassword) {
    const { ageSeconds } = await sessionFacts(world.sql, signedIn)
    if (ageSeconds > dayInSeconds) nonce = await checkNonce(world, user, proof.nonce)
  }
  const { encrypted_password: stored } = user
  // That a new one is the old one is as good to hear as that a guess was right.
  if (stored && !proof.current_password) await countGuess(world, signedIn)
  if (stored && (await world.passwords.verify(password, stored))) {
    throw new AuthError(
      422,
      'same_password',
      'New password should be different from the old password.',
    )
  }
  return { hash: await world.passwords.hash(password), nonce }
}

/**
 * Refuses a session that was left open, for what moves the account away from its owner: it wants the
 * current password, or a sign-in of the last day where there is none. Only where the project asks for
 * current passwords.
 */
export async function requireOwner(
  world: AuthWorld,
  signedIn: SignedIn,
  current: string | null | undefined,
): Promise<void> {
  await requireCurrentPassword(world, signedIn, current)
  if (signedIn.user.encrypted_password || !world.config.auth.requireCurrentPassword) return
  const { ageSeconds } = await sessionFacts(world.sql, signedIn)
  if (ageSeconds <= dayInSeconds) return
  throw new AuthError(400, 'reauthentication_needed', 'Please sign in again to change your address')
}

/** Checks the current password where it is given, and asks for it where the project does. */
async function requireCurrentPassword(
  world: AuthWorld,
  signedIn: SignedIn,
  current: string | null | undefined,
): Promise<void> {
  const { auth } = world.config
  const { encrypted_password: stored } = signedIn.user
  if (!stored) return
  if (!current) {
    if (!auth.requireCurrentPassword) return
    const { methods } = await sessionFacts(world.sql, signedIn)
    if (methods.some((method) => withoutPassword.includes(method))) return
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required when setting new password or address.',
    )
  }
  await countGuess(world, signedIn)
  if (await world.passwords.verify(current, stored)) return
  throw new AuthError(
    400,
    'current_password_invalid',
    'Current password does not match the one on file.',
  )
}

/** By session, so that whoever guesses with one keeps the owner out of no other. Throws AuthError 429. */
async function countGuess(world: AuthWorld, { user, sessionId }: SignedIn): Promise<void> {
  if (!world.config.auth.rateLimits) return
  await spend(world.sql, `current-password:${sessionId ?? user.id}`, guesses)
}
