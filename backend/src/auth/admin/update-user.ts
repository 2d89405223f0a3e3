import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { storePassword } from '#backend/auth/core/credentials.ts'
import { setIdentifier } from '#backend/auth/core/identifiers.ts'
import { mergeMetadata } from '#backend/auth/core/metadata.ts'
import { throwDuplicate } from '#backend/auth/core/new-users.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import { type UserRow, findUserById, lockUnchanged } from '#backend/auth/core/users.ts'
import { type AdminChanges, adminUserBody, checkAdminBody } from './admin-body.ts'
import { requireActiveUser, serviceActor } from './users.ts'

/** PUT /admin/users/{id}: updates an account. Email and phone changes need no confirmation. */
export function registerAdminUpdateUser(app: Hono, context: AuthContext): void {
  app.put('/admin/users/:id', async (c) => {
    const user = await requireActiveUser(context, c.req.param('id'))
    const body = await readBody(c.req.raw, adminUserBody)
    const changes = await checkAdminBody(context, body, user)
    const updated = await context.sql
      .begin(async (tx) => {
        await lockUnchanged(tx, user)
        await tx`
          update auth.users set role = coalesce(${changes.role}, role),
            banned_until = ${changes.bannedUntil}, updated_at = now()
          where id = ${user.id}`
        await setIdentifiers(tx, user, changes)
        await mergeMetadata(tx, user.id, 'raw_user_meta_data', changes.userMetadata)
        await mergeMetadata(tx, user.id, 'raw_app_meta_data', changes.appMetadata)
        if (changes.passwordHash) {
          await storePassword(tx, context, user, changes.passwordHash, null)
        }
        await audit(tx, serviceActor, 'user_modified', c.req.raw.headers, { user_id: user.id })
        return findUserById(tx, user.id)
      })
      .catch(throwDuplicate)
    return json(presentUser(updated ?? user))
  })
}

/**
 * Sets the email and phone. A new email or phone counts as confirmed if the admin confirms it or
 * the previous one was confirmed. An email confirmed this way does not count as verified by the
 * owner.
 */
async function setIdentifiers(tx: Tx, user: UserRow, changes: AdminChanges): Promise<void> {
  const { isEmailConfirmed, isPhoneConfirmed } = changes
  const email = changes.email ?? (isEmailConfirmed && !user.email_confirmed_at ? user.email : null)
  if (email && !(email === user.email && user.email_confirmed_at)) {
    const isVerified = isEmailConfirmed || user.email_confirmed_at !== null
    await setIdentifier(tx, user, 'email', email, { isVerified })
  }
  const phone = changes.phone ?? (isPhoneConfirmed && !user.phone_confirmed_at ? user.phone : null)
  if (phone && !(phone === user.phone && user.phone_confirmed_at)) {
    const isVerified = isPhoneConfirmed || user.phone_confirmed_at !== null
    await setIdentifier(tx, user, 'phone', phone, { isVerified })
  }
}
