import { userAgentOf } from './request-origin.ts'
import { ipAddressOf } from '#backend/platform/client-network.ts'
import type { Queryable } from '#backend/platform/database.ts'
import type { UserRow } from './users.ts'

/**
 * Audit log actions, with GoTrue's names where GoTrue logs the same action. Token refreshes are too
 * frequent to be logged.
 */
export type AuditAction =
  | 'login'
  | 'logout'
  | 'login_failed'
  | 'user_signedup'
  | 'user_invited'
  | 'user_deleted'
  | 'user_modified'
  | 'user_recovery_requested'
  | 'user_reauthenticate_requested'
  | 'user_confirmation_requested'
  | 'user_updated_password'
  | 'user_email_changed'
  | 'token_revoked'
  | 'identity_unlinked'
  | 'identity_linked'
  | 'factor_in_progress'
  | 'factor_unenrolled'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_deleted'
  | 'recovery_codes_generated'
  | 'recovery_code_used'

type Actor = Pick<UserRow, 'id' | 'email' | 'phone' | 'is_anonymous'> & { is_sso_user?: boolean }

type Traits = Record<string, string | number | boolean | null>

/** Writes a security event to the audit log. `traits` must not contain secrets or codes. */
export async function audit(
  sql: Queryable,
  actor: Actor,
  action: AuditAction,
  headers: Headers,
  traits: Traits = {},
): Promise<void> {
  const entry = auditEntry(actor, action, headers, traits)
  await sql`
    insert into auth.audit_log_entries (payload, ip_address)
    values (${sql.json(entry)}, ${ipAddressOf(headers) ?? ''})`
}

export function auditEntry(
  actor: Actor,
  action: AuditAction,
  headers: Headers,
  traits: Traits = {},
) {
  return {
    actor_id: actor.id,
    actor_username: actor.email ?? actor.phone ?? '',
    actor_via_sso: actor.is_sso_user ?? false,
    action,
    log_type: 'account',
    timestamp: new Date().toISOString(),
    traits: { ...traits, user_agent: userAgentOf(headers) },
  }
}
