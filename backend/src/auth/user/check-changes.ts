import { z } from 'zod'
import { requirePhoneProvider, requireSmsChannel } from '#backend/auth/codes/send-code.ts'
import { type SignedIn, requireAal2 } from '#backend/auth/core/authorization.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { type Challenge, readChallenge } from '#backend/auth/core/flow-states.ts'
import { parseEmail, parsePhone } from '#backend/auth/core/identifiers.ts'
import { emailExists, phoneExists } from '#backend/auth/core/new-users.ts'
import { consumeOrThrow } from '#backend/auth/core/rate-limits.ts'
import { type UserRow, findUserByEmail, findUserByPhone } from '#backend/auth/core/users.ts'
import { isEmailVerified } from '#backend/auth/core/verified-identifiers.ts'
import { type NewPassword, checkPassword, requireRecentProof } from './check-password.ts'
import { type Nonce, checkNonce } from './reauthenticate.ts'

/** Body of PUT /user. Other keys, such as `role`, are ignored. */
export const updateBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  channel: z.string().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
  app_metadata: z.unknown().optional(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

type UpdateBody = z.output<typeof updateBody>

export type Changes = {
  email: NewEmail | null
  phone: string | null
  password: NewPassword | null
  /** Reauthentication code, which verifies the account's current email or phone. */
  nonce: Nonce | null
  metadata: NonNullable<UserRow['raw_user_meta_data']> | null
}

/** New email of an account. With `isAtOnce`, the email change needs no confirmation. */
export type NewEmail = { address: string; challenge: Challenge | null; isAtOnce: boolean }

/** Rate limit per account for requests to change the email or phone number. */
const newIdentifiers = { times: 20, seconds: 3600 }

export async function checkChanges(
  context: AuthContext,
  signedIn: SignedIn,
  body: UpdateBody,
): Promise<Changes> {
  const { user } = signedIn
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
  const address = valueIfChanged(
    body.email ? parseEmail(body.email) : null,
    user.email?.toLowerCase(),
  )
  const phone = valueIfChanged(body.phone ? parsePhone(body.phone) : null, user.phone)
  const password = body.password ?? null
  if (phone) requireSmsChannel(body.channel)

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
    await requireAal2(context, signedIn, message)
  }
  if (password !== null && user.is_anonymous && !address && !phone) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (phone) await requireAvailablePhone(context, user, phone)
  if (address) await requireAvailableEmail(context, user, address)
  const isAtOnce = address !== null && (await isChangeImmediate(context, user))
  const isAlone = body.nonce && !isSensitive
  const changes = {
    email: address ? { address, challenge, isAtOnce } : null,
    phone,
    password: password === null ? null : await checkPassword(context, signedIn, password, body),
    nonce: isAlone ? await checkNonce(context, user, body.nonce) : null,
    metadata: body.data ?? null,
  }
  // If the request also changes the password, `checkPassword` has already checked the current
  // password.
  if (isAtOnce && !user.is_anonymous && password === null) {
    await requireRecentProof(context, signedIn, body.current_password)
  }
  return changes
}

/**
 * With autoconfirm, an email change needs no confirmation, unless the owner has verified the
 * current email.
 */
async function isChangeImmediate(context: AuthContext, user: UserRow): Promise<boolean> {
  return context.settings.enableEmailAutoconfirm && !(await isEmailVerified(context.sql, user))
}

/**
 * Rejects a taken email. Limits the rate of checks, because a check reveals whether an account
 * exists.
 */
async function requireAvailableEmail(context: AuthContext, user: UserRow, address: string) {
  if (context.settings.rateLimits)
    await consumeOrThrow(context.sql, `new address:${user.id}`, newIdentifiers)
  if (await findUserByEmail(context.sql, address)) throw emailExists()
}

/**
 * Rejects a taken phone number. Limits the rate of checks, because a check reveals whether an
 * account exists.
 */
async function requireAvailablePhone(context: AuthContext, user: UserRow, phone: string) {
  requirePhoneProvider(context)
  if (context.settings.rateLimits)
    await consumeOrThrow(context.sql, `new number:${user.id}`, newIdentifiers)
  if (await findUserByPhone(context.sql, phone)) throw phoneExists()
}

function valueIfChanged(value: string | null, current: string | null | undefined): string | null {
  return value === current ? null : value
}
