import { spend } from '#backend/auth/allowances.ts'
import type { SignedIn } from '#backend/auth/bearer.ts'
import { requireTexts } from '#backend/auth/codes/text-code.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { isAddressProven } from '#backend/auth/external/proven.ts'
import { requireAssurance } from '#backend/auth/factors/assurance.ts'
import { readChallenge, type Challenge } from '#backend/auth/flow-states.ts'
import { parseEmail, parsePhone } from '#backend/auth/identifiers.ts'
import { emailExists, phoneExists } from '#backend/auth/new-users.ts'
import { findUserByEmail, findUserByPhone, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { checkPassword, requireOwner, type NewPassword } from './check-password.ts'
import { checkNonce, type Nonce } from './reauthenticate.ts'
import type { UpdateBody } from './update-body.ts'

/** What of a request really changes something, checked. */
export type Changes = {
  email: NewAddress | null
  phone: string | null
  password: NewPassword | null
  /** A code that came back by itself: it shows that the account's address is theirs. */
  nonce: Nonce | null
  metadata: NonNullable<UserRow['raw_user_meta_data']> | null
}

/** `isAtOnce`: it counts without anybody's answer from there. */
export type NewAddress = { address: string; challenge: Challenge | null; isAtOnce: boolean }

/** Addresses and numbers an account asks for. */
const newAddresses = { times: 20, seconds: 3600 }

/** Refuses what this person may not change, or not with this session. Throws AuthError. */
export async function checkChanges(
  world: AuthWorld,
  signedIn: SignedIn,
  body: UpdateBody,
): Promise<Changes> {
  const { user } = signedIn
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
  const address = changed(body.email ? parseEmail(body.email) : null, user.email?.toLowerCase())
  const phone = changed(body.phone ? parsePhone(body.phone) : null, user.phone)
  const password = body.password ?? null
  if (phone) requireTexts(body.channel)

  const isSensitive = address !== null || phone !== null || password !== null
  if (user.is_sso_user && (isSensitive || body.nonce)) {
    throw new AuthError(
      422,
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    )
  }
  if (isSensitive) {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    await requireAssurance(world, signedIn, message)
  }
  if (password !== null && user.is_anonymous && !address && !phone) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (phone) await requireFreePhone(world, user, phone)
  if (address) await requireFreeEmail(world, user, address)
  const isAtOnce = address !== null && (await countsAtOnce(world, user))
  const isAlone = body.nonce && !isSensitive
  const changes = {
    email: address ? { address, challenge, isAtOnce } : null,
    phone,
    password: password === null ? null : await checkPassword(world, signedIn, password, body),
    nonce: isAlone ? await checkNonce(world, user, body.nonce) : null,
    metadata: body.data ?? null,
  }
  // A new password has asked for the current one.
  if (isAtOnce && !user.is_anonymous && password === null) {
    await requireOwner(world, signedIn, body.current_password)
  }
  return changes
}

/**
 * Where addresses are not confirmed a new one counts at once, but never in place of a proven one:
 * what was set up by its holder must not come to stand behind an address of somebody else.
 */
async function countsAtOnce(world: AuthWorld, user: UserRow): Promise<boolean> {
  return world.config.auth.enableEmailAutoconfirm && !(await isAddressProven(world.sql, user))
}

/** Whoever has an account learns which addresses do, but not of many. */
async function requireFreeEmail(world: AuthWorld, user: UserRow, address: string): Promise<void> {
  if (world.config.auth.rateLimits) await spend(world.sql, `new address:${user.id}`, newAddresses)
  if (await findUserByEmail(world.sql, address)) throw emailExists()
}

/** Nor of many numbers, and has no texts sent to all the world. */
async function requireFreePhone(world: AuthWorld, user: UserRow, phone: string): Promise<void> {
  if (!world.config.auth.enablePhone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  if (world.config.auth.rateLimits) await spend(world.sql, `new number:${user.id}`, newAddresses)
  if (await findUserByPhone(world.sql, phone)) throw phoneExists()
}

function changed(value: string | null, current: string | null | undefined): string | null {
  return value === current ? null : value
}
