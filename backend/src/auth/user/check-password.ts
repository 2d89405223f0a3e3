import type { SignedIn } from '#backend/auth/core/authorization.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { assertStrongPassword } from '#backend/auth/core/password-rules.ts'
import { consumeOrThrow } from '#backend/auth/core/rate-limits.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { type Nonce, checkNonce } from './reauthenticate.ts'

export type NewPassword = { hash: string; nonce: Nonce | null }

/** Limits attempts at the current password by an attacker with a stolen session. */
const passwordAttempts = { times: 10, seconds: 600 }

const secondsPerDay = 86_400

const methodsWithoutPassword = ['otp', 'recovery', 'magiclink']

/**
 * Checks a new password and, if configured, the current password or a reauthentication code. Throws
 * AuthError if a check fails.
 */
export async function checkPassword(
  context: AuthContext,
  signedIn: SignedIn,
  password: string,
  proof: { nonce?: string | null | undefined; current_password?: string | null | undefined },
): Promise<NewPassword> {
  const { user } = signedIn
  const auth = context.settings
  await assertStrongPassword(password, auth, [user.email, user.phone])
  await requireCurrentPassword(context, signedIn, proof.current_password)
  let nonce: Nonce | null = null
  if (auth.secureNewPassword) {
    const { ageSeconds } = await loadSessionProof(context.sql, signedIn)
    if (ageSeconds > secondsPerDay) nonce = await checkNonce(context, user, proof.nonce)
  }
  const { encrypted_password: stored } = user
  // An attacker could send guesses as the new password: the `same_password` error confirms a
  // correct guess. Each check therefore counts as an attempt.
  if (stored && !proof.current_password) await consumePasswordAttempt(context, signedIn)
  if (stored && (await context.passwords.verify(password, stored))) {
    throw new AuthError(
      422,
      'same_password',
      'New password should be different from the old password.',
    )
  }
  return { hash: await context.passwords.hash(password), nonce }
}

/**
 * Stops an attacker from changing the email in an unattended session. With
 * `requireCurrentPassword`, requires the current password or a session opened by a code or link. An
 * account without a password needs a session that is at most a day old.
 */
export async function requireRecentProof(
  context: AuthContext,
  signedIn: SignedIn,
  current: string | null | undefined,
): Promise<void> {
  await requireCurrentPassword(context, signedIn, current)
  if (signedIn.user.encrypted_password || !context.settings.requireCurrentPassword) return
  const { ageSeconds } = await loadSessionProof(context.sql, signedIn)
  if (ageSeconds <= secondsPerDay) return
  throw new AuthError(400, 'reauthentication_needed', 'Please sign in again to change your address')
}

/**
 * Verifies the current password if the account has one and the request contains it. If the settings
 * require the current password, only a session opened by a code or link may omit it. Throws
 * AuthError (400) for a missing or wrong password.
 */
async function requireCurrentPassword(
  context: AuthContext,
  signedIn: SignedIn,
  current: string | null | undefined,
): Promise<void> {
  const auth = context.settings
  const { encrypted_password: stored } = signedIn.user
  if (!stored) return
  if (!current) {
    if (!auth.requireCurrentPassword) return
    const { methods } = await loadSessionProof(context.sql, signedIn)
    if (methods.some((method) => methodsWithoutPassword.includes(method))) return
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required when setting new password or address.',
    )
  }
  await consumePasswordAttempt(context, signedIn)
  if (await context.passwords.verify(current, stored)) return
  throw new AuthError(
    400,
    'current_password_invalid',
    'Current password does not match the one on file.',
  )
}

/** Counts password attempts per session, so that an attacker cannot block the owner's session. */
async function consumePasswordAttempt(context: AuthContext, { user, sessionId }: SignedIn) {
  if (!context.settings.rateLimits) return
  await consumeOrThrow(context.sql, `current-password:${sessionId ?? user.id}`, passwordAttempts)
}

type SessionProof = { ageSeconds: number; methods: string[] }

/** Loads the age and sign-in methods of a session. Without a session, the age is infinite. */
async function loadSessionProof(sql: Queryable, { sessionId }: Pick<SignedIn, 'sessionId'>) {
  const [facts] = await sql<SessionProof[]>`
    select extract(epoch from now() - created_at)::int as "ageSeconds",
      (select coalesce(json_agg(authentication_method), '[]') from auth.mfa_amr_claims
        where session_id = sessions.id) as methods
    from auth.sessions where id = ${sessionId}::uuid`
  return facts ?? { ageSeconds: Infinity, methods: [] }
}
