import type { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '#backend/auth/body.ts'
import { invalid } from '#backend/auth/errors.ts'
import { assertStrongPassword } from '#backend/auth/passwords.ts'
import { presentUser } from '#backend/auth/present-user.ts'
import { mergeMetadata } from '#backend/auth/update-user.ts'
import { duplicateOr, findUserById, parseEmail } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { requireUserOfPath } from './find-user.ts'

const updateUserBody = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  role: z.string().nullish(),
  /** "none" or a duration such as "24h" or "1h30m". */
  ban_duration: z.string().nullish(),
  user_metadata: z.record(z.string(), z.json()).nullish(),
  app_metadata: z.record(z.string(), z.json()).nullish(),
})

/** PUT /admin/users/{id}: sets what is given at once; metadata merges. */
export function registerAdminUpdateUser(app: Hono, world: AuthWorld): void {
  app.put('/admin/users/:id', async (c) => {
    const user = await requireUserOfPath(world, c.req.param('id'))
    const body = await readBody(c.req.raw, updateUserBody)
    if (body.password) assertStrongPassword(body.password, world.config.auth.passwordMinLength)
    const email = body.email ? parseEmail(body.email) : null
    const passwordHash = body.password ? await world.passwords.hash(body.password) : null
    const bannedUntil = banEnd(body.ban_duration, user.banned_until)
    const { sql } = world
    await sql
      .begin(async (tx) => {
        await tx`
        update auth.users set
          email = coalesce(${email}, email),
          encrypted_password = coalesce(${passwordHash}, encrypted_password),
          email_confirmed_at = case when ${body.email_confirm ?? false}
            then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
          role = coalesce(${body.role ?? null}, role),
          banned_until = ${bannedUntil},
          raw_user_meta_data = ${tx.json(
            mergeMetadata(user.raw_user_meta_data ?? {}, body.user_metadata ?? {}),
          )},
          raw_app_meta_data = ${tx.json(
            mergeMetadata(user.raw_app_meta_data ?? {}, body.app_metadata ?? {}),
          )},
          updated_at = now()
        where id = ${user.id}`
        if (email) {
          await tx`
          update auth.identities
          set identity_data = identity_data || ${tx.json({ email })}, updated_at = now()
          where user_id = ${user.id} and provider = 'email'`
        }
      })
      .catch((cause: unknown) => {
        throw duplicateOr(cause)
      })
    return json(presentUser((await findUserById(sql, user.id)) ?? user))
  })
}

const unitMs: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/** When a ban ends: unchanged when nothing is said, never begun for "none". */
function banEnd(duration: string | null | undefined, current: Date | null): Date | null {
  if (!duration) return current
  if (duration === 'none') return null
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(duration)) {
    throw invalid(`invalid format for ban duration: time: invalid duration "${duration}"`)
  }
  let total = 0
  for (const [, amount, unit] of duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)) {
    total += Number(amount) * unitMs[unit!]!
  }
  return new Date(Date.now() + total)
}
