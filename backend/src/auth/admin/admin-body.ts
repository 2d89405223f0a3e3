import { z } from 'zod'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { invalid } from '#backend/auth/core/errors.ts'
import { parseEmail, parsePhone } from '#backend/auth/core/identifiers.ts'
import { assertStrongPassword } from '#backend/auth/core/password-rules.ts'
import { type UserRow, latestTimestamp } from '#backend/auth/core/users.ts'

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
  /** Ban duration: "none", or a number with units such as "24h" or "1h30m". */
  ban_duration: z.string().nullish(),
  user_metadata: z.record(z.string(), z.json()).nullish(),
  app_metadata: z.record(z.string(), z.json()).nullish(),
})

export type AdminChanges = Awaited<ReturnType<typeof checkAdminBody>>

export async function checkAdminBody(
  context: AuthContext,
  body: z.output<typeof adminUserBody>,
  user: Pick<UserRow, 'banned_until'> = { banned_until: null },
) {
  if (body.password && body.password_hash) {
    throw invalid('Only a password or a password hash should be provided')
  }
  const email = body.email ? parseEmail(body.email) : null
  const phone = body.phone ? parsePhone(body.phone) : null
  const bannedUntil = banExpiry(body.ban_duration, user.banned_until)
  if (body.password_hash) assertPasswordHash(body.password_hash)
  if (body.password) await assertStrongPassword(body.password, context.settings, [email, phone])
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
      ? await context.passwords.hash(body.password)
      : (body.password_hash ?? null),
  }
}

const unitMs: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/**
 * Returns the end of the ban: null for "none", `current` without a `duration`. Throws AuthError
 * (400) for an invalid duration.
 */
function banExpiry(duration: string | null | undefined, current: Date | null): Date | null {
  if (!duration) return current
  if (duration === 'none') return null
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(duration)) {
    throw invalid(`invalid format for ban duration: time: invalid duration "${duration}"`)
  }
  let total = 0
  for (const [, amount, unit] of duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)) {
    total += Number(amount) * unitMs[unit!]!
  }
  return new Date(Math.min(Date.now() + total, latestTimestamp.getTime()))
}

/**
 * Maximum cost of imported password hashes. Each check of such a password uses this CPU time and
 * memory.
 */
const hashLimits = { bcryptCost: 15, argon2MemoryKib: 262_144, argon2Passes: 16, argon2Lanes: 16 }

const bcryptPattern = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/

const argon2Pattern =
  /^\$argon2id?\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([\w+/-]+)\$([\w+/-]+)$/

function assertPasswordHash(hash: string): void {
  const cost = bcryptPattern.exec(hash)?.[1]
  if (cost !== undefined && Number(cost) >= 4 && Number(cost) <= hashLimits.bcryptCost) return
  const match = argon2Pattern.exec(hash)
  if (match && isAffordable(match.slice(1, 4).map(Number)) && hasValidLengths(match[4]!, match[5]!))
    return
  throw invalid('Invalid password hash: bcrypt, argon2i or argon2id expected')
}

function isAffordable([memory = 0, passes = 0, lanes = 0]: number[]): boolean {
  return (
    passes >= 1 &&
    passes <= hashLimits.argon2Passes &&
    lanes >= 1 &&
    lanes <= hashLimits.argon2Lanes &&
    memory >= 8 * lanes &&
    memory <= hashLimits.argon2MemoryKib
  )
}

function hasValidLengths(salt: string, hash: string): boolean {
  return Buffer.from(salt, 'base64').length >= 8 && Buffer.from(hash, 'base64').length >= 16
}
