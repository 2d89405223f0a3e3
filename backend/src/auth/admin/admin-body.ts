import { z } from 'zod'
import { invalid } from '#backend/auth/errors.ts'
import { assertStrongPassword } from '#backend/auth/passwords.ts'
import { parseEmail, parsePhone } from '#backend/auth/identifiers.ts'
import { type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { banEnd } from './ban-duration.ts'
import { assertPasswordHash } from './password-hash.ts'

/** What the project's own servers may say about an account. */
export const adminUserBody = z.object({
  id: z.uuid().nullish(),
  aud: z.string().nullish(),
  role: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  /** "none" or a duration such as "24h" or "1h30m". */
  ban_duration: z.string().nullish(),
  user_metadata: z.record(z.string(), z.json()).nullish(),
  app_metadata: z.record(z.string(), z.json()).nullish(),
})

export type AdminChanges = Awaited<ReturnType<typeof checkAdminBody>>

/** The body checked, its password hashed. Throws AuthError. `user` is the account as it is, if any. */
export async function checkAdminBody(
  world: AuthWorld,
  body: z.output<typeof adminUserBody>,
  user: Pick<UserRow, 'banned_until'> = { banned_until: null },
) {
  if (body.password && body.password_hash) {
    throw invalid('Only a password or a password hash should be provided')
  }
  const email = body.email ? parseEmail(body.email) : null
  const phone = body.phone ? parsePhone(body.phone) : null
  const bannedUntil = banEnd(body.ban_duration, user.banned_until)
  if (body.password_hash) assertPasswordHash(body.password_hash)
  if (body.password) assertStrongPassword(body.password, world.config.auth)
  return {
    email,
    phone,
    bannedUntil,
    aud: body.aud || null,
    role: body.role || null,
    isEmailConfirmed: body.email_confirm ?? false,
    isPhoneConfirmed: body.phone_confirm ?? false,
    userMetadata: body.user_metadata ?? {},
    appMetadata: body.app_metadata ?? {},
    passwordHash: body.password
      ? await world.passwords.hash(body.password)
      : (body.password_hash ?? null),
  }
}
