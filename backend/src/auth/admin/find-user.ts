import { isUuid } from '#backend/auth/bearer.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { findUserById, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'

/** The user a path names. Throws AuthError (404). */
export async function requireUserOfPath(world: AuthWorld, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUserById(world.sql, id)
  if (!user) throw userNotFound()
  return user
}

/** The same, without those that were softly deleted: nothing brings them back. */
export async function requireLivingUserOfPath(world: AuthWorld, id: string): Promise<UserRow> {
  const user = await requireUserOfPath(world, id)
  if (user.deleted_at) throw userNotFound()
  return user
}

function userNotFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found')
}
