import type { AuthContext } from './context.ts'
import { consumeNotification } from './message-limits.ts'
import { presentUser } from './present-user.ts'
import type { UserRow } from './users.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { isEmailVerified } from './verified-identifiers.ts'

/** What a mail of the service is about, by the names of Supabase's Send Email hook; the last three are ours. */
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

export type MailData = {
  /** The code a person may type, and the hash a link carries. */
  token?: string
  token_hash?: string
  /**
   * Of a change of address: those for the new address; the first two go to the old one, and are
   * missing where only the new one is asked.
   */
  token_new?: string
  token_hash_new?: string
  /** Where the link leads back to; already checked. */
  redirect_to?: string
  old_email?: string
  provider?: string
  factor_type?: string
  /** Of a sign-in: browser and address, as the person would name them. */
  device?: string
  ip_address?: string
}

/**
 * Has a mail sent to `user` by the configured hook, in the caller's transaction: no mail tells of what
 * was rolled back. Without a hook nothing is sent, and to an address that nobody has proven only so
 * many notices an hour: it may be a stranger's.
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
      ...(action === 'email_change' ? toHookNames(facts) : facts),
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

/**
 * A change of address as Supabase's hook tells it: `token_hash_new` belongs to the old address, beside
 * `token`, and `token_hash` to the new one, beside `token_new`. Where only the new address is asked,
 * its code and hash are the first two.
 */
function toHookNames({
  token = '',
  token_hash = '',
  token_new = '',
  token_hash_new = '',
  ...facts
}: MailData) {
  const isBoth = token_hash && token_hash_new
  return isBoth
    ? { ...facts, token, token_new, token_hash: token_hash_new, token_hash_new: token_hash }
    : { ...facts, token: token_new || token, token_hash: token_hash_new || token_hash }
}
