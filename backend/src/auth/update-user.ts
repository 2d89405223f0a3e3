import type { Hono } from 'hono'
import type postgres from 'postgres'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { requireUser, type SignedIn } from './bearer.ts'
import { readBody } from './body.ts'
import { AuthError, invalid } from './errors.ts'
import { assertStrongPassword } from './passwords.ts'
import { presentUser } from './present-user.ts'
import {
  duplicateOr,
  emailExists,
  findUserByEmail,
  findUserById,
  lockUnchanged,
  parseEmail,
  type UserRow,
} from './users.ts'
import type { AuthWorld } from './world.ts'

const updateBody = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
  app_metadata: z.record(z.string(), z.json()).nullish(),
})

type Changes = { email?: string; passwordHash?: string; metadata?: UserRow['raw_user_meta_data'] }

/** PUT /user: changes one's own data, password or address. */
export function registerUpdateUser(app: Hono, world: AuthWorld): void {
  app.put('/user', async (c) => {
    const signedIn = await requireUser(world, c.req.raw.headers)
    const body = await readBody(c.req.raw, updateBody)
    if (body.app_metadata) {
      throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
    }
    const changes = await checkChanges(world, signedIn.user, body)
    await world.sql
      .begin((tx) => applyChanges(tx, signedIn, changes))
      .catch((cause: unknown) => {
        throw duplicateOr(cause)
      })
    const updated = await findUserById(world.sql, signedIn.user.id)
    return json(presentUser(updated ?? signedIn.user))
  })
}

async function checkChanges(
  world: AuthWorld,
  user: UserRow,
  body: z.output<typeof updateBody>,
): Promise<Changes> {
  const changes: Changes = {}
  if (body.email) {
    const email = parseEmail(body.email)
    if (email !== user.email?.toLowerCase()) {
      if (!world.config.auth.enableEmailAutoconfirm) {
        throw invalid('The e-mail address cannot be changed without confirmation by mail')
      }
      if (await findUserByEmail(world.sql, email)) throw emailExists()
      changes.email = email
    }
  }
  if (body.password) {
    assertStrongPassword(body.password, world.config.auth.passwordMinLength)
    if (await world.passwords.verify(body.password, user.encrypted_password)) {
      throw new AuthError(
        422,
        'same_password',
        'New password should be different from the old password.',
      )
    }
    changes.passwordHash = await world.passwords.hash(body.password)
  }
  if (body.data) changes.metadata = mergeMetadata(user.raw_user_meta_data ?? {}, body.data)
  return changes
}

async function applyChanges(
  tx: postgres.TransactionSql,
  { user, sessionId }: SignedIn,
  changes: Changes,
): Promise<void> {
  const { email, passwordHash, metadata } = changes
  await lockUnchanged(tx, user)
  if (metadata) {
    await tx`update auth.users set raw_user_meta_data = ${tx.json(metadata)} where id = ${user.id}`
  }
  if (email) {
    // No mail was sent to the new address: what an answer from the old one has proven is void.
    const facts = tx.json({ email, email_verified: true })
    await tx`
      update auth.users set email = ${email}, email_confirmed_at = now(),
        confirmation_sent_at = null,
        raw_user_meta_data = raw_user_meta_data || ${facts}
      where id = ${user.id}`
    await tx`
      update auth.identities set identity_data = identity_data || ${facts}, updated_at = now()
      where user_id = ${user.id} and provider = 'email'`
  }
  if (passwordHash) {
    await tx`update auth.users set encrypted_password = ${passwordHash} where id = ${user.id}`
    // Whoever else knew the old password is signed out.
    await tx`
      delete from auth.sessions
      where user_id = ${user.id} and id is distinct from ${sessionId}::uuid`
  }
  await tx`update auth.users set updated_at = now() where id = ${user.id}`
}

/** New keys over old ones; null removes a key. */
export function mergeMetadata(
  current: NonNullable<UserRow['raw_user_meta_data']>,
  changes: NonNullable<UserRow['raw_user_meta_data']>,
): NonNullable<UserRow['raw_user_meta_data']> {
  const merged = { ...current, ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}
