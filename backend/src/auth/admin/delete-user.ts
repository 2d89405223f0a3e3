import type { Hono } from 'hono'
import postgres from 'postgres'
import { z } from 'zod'
import { readBody } from '#backend/auth/body.ts'
import { AuthError } from '#backend/auth/errors.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { requireUserOfPath } from './find-user.ts'

const deleteUserBody = z.object({ should_soft_delete: z.boolean().nullish() })

/**
 * DELETE /admin/users/{id}: removes the account with everything that hangs on it; a soft deletion
 * keeps the row for what refers to it, scrubbed of who it was.
 */
export function registerAdminDeleteUser(app: Hono, world: AuthWorld): void {
  app.delete('/admin/users/:id', async (c) => {
    const body = await readBody(c.req.raw, deleteUserBody)
    const user = await requireUserOfPath(world, c.req.param('id'))
    if (!body.should_soft_delete) {
      await world.sql`delete from auth.users where id = ${user.id}`.catch((cause: unknown) => {
        throw stillReferenced(cause) ?? cause
      })
      return json({})
    }
    await world.sql.begin(async (tx) => {
      // First, so that a sign-in that is under way is over or refused before its sessions go.
      await tx`
        update auth.users set deleted_at = now(), updated_at = now(), email = null, phone = null,
          encrypted_password = null, raw_user_meta_data = '{}'
        where id = ${user.id}`
      await tx`delete from auth.sessions where user_id = ${user.id}`
      await tx`delete from auth.identities where user_id = ${user.id}`
    })
    return json({})
  })
}

/** What the project's own tables keep of an account may forbid to delete it. */
function stillReferenced(cause: unknown): AuthError | null {
  if (!(cause instanceof postgres.PostgresError) || cause.code !== '23503') return null
  return new AuthError(
    409,
    'conflict',
    'Other records still refer to this user. A soft deletion keeps them and scrubs the account',
  )
}
