import type { Hono } from 'hono'
import postgres from 'postgres'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { requireUserById, serviceActor } from './users.ts'

const deleteUserBody = z.object({ should_soft_delete: z.boolean().nullish() })

/**
 * DELETE /admin/users/{id}: deletes or anonymizes an account. Also removes personal data from the
 * account's audit log entries.
 */
export function registerAdminDeleteUser(app: Hono, context: AuthContext): void {
  app.delete('/admin/users/:id', async (c) => {
    const body = await readBody(c.req.raw, deleteUserBody)
    const user = await requireUserById(context, c.req.param('id'))
    await context.sql
      .begin(async (tx) => {
        await (body.should_soft_delete
          ? anonymize(tx, user.id)
          : tx`delete from auth.users where id = ${user.id}`)
        await redactAuditLog(tx, user.id)
        await audit(tx, serviceActor, 'user_deleted', c.req.raw.headers, { user_id: user.id })
      })
      .catch(throwReferenced)
    return json({})
  })
}

async function anonymize(tx: Tx, id: string): Promise<void> {
  // Updates the account before it deletes the sessions. The update locks the account's row, so that
  // concurrent sign-ins wait.
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

async function redactAuditLog(tx: Tx, id: string): Promise<void> {
  await tx`
    update auth.audit_log_entries
    set payload = (jsonb_set(payload::jsonb, '{actor_username}', '""')
        #- '{traits,provider_id}' #- '{traits,user_agent}')::json,
      ip_address = ''
    where payload ->> 'actor_id' = ${id}`
}

/** Maps a foreign key violation (23503) by an application table to 409 Conflict. */
function throwReferenced(cause: unknown): never {
  if (!(cause instanceof postgres.PostgresError) || cause.code !== '23503') throw cause
  throw new AuthError(
    409,
    'conflict',
    'Other records still refer to this user. A soft deletion keeps them and scrubs the account',
  )
}
