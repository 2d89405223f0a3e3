import type { Hono } from 'hono'
import postgres from 'postgres'
import { z } from 'zod'
import { audit } from '#backend/auth/audit.ts'
import { readBody } from '#backend/auth/body.ts'
import { AuthError } from '#backend/auth/errors.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { projectItself } from './actor.ts'
import { requireUserOfPath } from './find-user.ts'

const deleteUserBody = z.object({ should_soft_delete: z.boolean().nullish() })

/**
 * DELETE /admin/users/{id}: removes the account with everything that hangs on it; a soft deletion
 * keeps the row for what refers to it, scrubbed of who it was. Either way the log keeps what happened
 * and forgets whom and where: names here and with providers, browsers and addresses.
 */
export function registerAdminDeleteUser(app: Hono, world: AuthWorld): void {
  app.delete('/admin/users/:id', async (c) => {
    const body = await readBody(c.req.raw, deleteUserBody)
    const user = await requireUserOfPath(world, c.req.param('id'))
    await world.sql
      .begin(async (tx) => {
        await (body.should_soft_delete ? scrub(tx, user.id) : remove(tx, user.id))
        await forgetNames(tx, user.id)
        await audit(tx, projectItself, 'user_deleted', c.req.raw.headers, { user_id: user.id })
      })
      .catch((cause: unknown) => {
        throw stillReferenced(cause) ?? cause
      })
    return json({})
  })
}

async function remove(tx: postgres.TransactionSql, id: string): Promise<void> {
  await tx`delete from auth.users where id = ${id}`
}

async function scrub(tx: postgres.TransactionSql, id: string): Promise<void> {
  // First, so that a sign-in that is under way is over or refused before its sessions go.
  await tx`
    update auth.users set deleted_at = coalesce(deleted_at, now()), updated_at = now(),
      email = null, phone = null, encrypted_password = null, email_confirmed_at = null,
      phone_confirmed_at = null, confirmation_token = '', recovery_token = '', email_change = '',
      email_change_token_new = '', email_change_token_current = '', phone_change = '',
      phone_change_token = '', reauthentication_token = '', raw_user_meta_data = '{}',
      raw_app_meta_data = '{}'
    where id = ${id}`
  await tx`delete from auth.sessions where user_id = ${id}`
  await tx`delete from auth.identities where user_id = ${id}`
  await tx`delete from auth.mfa_factors where user_id = ${id}`
  await tx`delete from auth.one_time_tokens where user_id = ${id}`
  await tx`delete from auth.flow_state where user_id = ${id} or linking_target_id = ${id}`
  await tx`delete from auth_internal.recovery_codes where user_id = ${id}`
  await tx`delete from auth_internal.trusted_devices where user_id = ${id}`
}

async function forgetNames(tx: postgres.TransactionSql, id: string): Promise<void> {
  await tx`
    update auth.audit_log_entries
    set payload = (jsonb_set(payload::jsonb, '{actor_username}', '""')
        #- '{traits,provider_id}' #- '{traits,user_agent}')::json,
      ip_address = ''
    where payload ->> 'actor_id' = ${id}`
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
