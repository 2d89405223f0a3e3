import type { AuthContext } from './context.ts'
import { consumeNotification } from './message-limits.ts'
import { presentUser } from './present-user.ts'
import type { UserRow } from './users.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { isEmailVerified } from './verified-identifiers.ts'

/** Email types of Supabase's Send Email hook. The last three types exist only in Hourspace. */
export const mailActions = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'reauthentication',
  'password_changed_notification',
  'email_changed_notification',
  'phone_changed_notification',
  'identity_linked_notification',
  'identity_unlinked_notification',
  'mfa_factor_enrolled_notification',
  'mfa_factor_unenrolled_notification',
  'new_sign_in_notification',
  'recovery_code_used_notification',
  'address_proven_notification',
] as const

export type MailAction = (typeof mailActions)[number]

/**
 * Fields of the Send Email hook. If both addresses confirm an email change, `token` and
 * `token_hash_new` belong to the current address, `token_new` and `token_hash` to the new address.
 * https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook
 */
type MailData = {
  token?: string
  token_hash?: string
  token_new?: string
  token_hash_new?: string
  redirect_to?: string
  old_email?: string
  provider?: string
  factor_type?: string
  device?: string
  ip_address?: string
}

/**
 * Calls the Send Email hook, if configured, in the caller's transaction, so that a rollback also
 * discards the email. Limits the number of notifications to an unverified email, because the
 * mailbox may belong to another person.
 */
export async function sendMail(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  action: MailAction,
  facts: MailData = {},
): Promise<void> {
  const hook = context.settings.hooks.sendEmail
  if (!hook || !(await isNotificationAllowed(context, sql, user, action, facts))) return
  const event = {
    user: presentUser(user),
    email_data: {
      token: '',
      token_hash: '',
      token_new: '',
      token_hash_new: '',
      redirect_to: context.siteUrl,
      ...facts,
      email_action_type: action,
      site_url: context.siteUrl,
    },
  }
  const [schema, name] = hook.split('.') as [string, string]
  await sql`select ${sql(schema)}.${sql(name)}(${sql.json(event)})`
}

async function isNotificationAllowed(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  action: MailAction,
  { old_email: former }: MailData,
): Promise<boolean> {
  const address = former ?? user.email
  if (!action.endsWith('_notification') || !address) return true
  return (
    (await isEmailVerified(sql, user)) || (await consumeNotification(context, sql, address)) === 0
  )
}
