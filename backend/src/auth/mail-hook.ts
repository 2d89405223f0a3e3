import type { Queryable } from '#backend/platform/database.ts'
import { countNotice } from './codes/intervals.ts'
import { isAddressProven } from './external/proven.ts'
import { presentUser } from './present-user.ts'
import type { UserRow } from './users.ts'
import type { AuthWorld } from './world.ts'

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

export type MailFacts = {
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
  world: AuthWorld,
  sql: Queryable,
  user: UserRow,
  action: MailAction,
  facts: MailFacts = {},
): Promise<void> {
  const hook = world.config.auth.hooks.sendEmail
  if (!hook || !(await mayBeTold(world, sql, user, action, facts))) return
  const event = {
    user: presentUser(user),
    email_data: {
      token: '',
      token_hash: '',
      token_new: '',
      token_hash_new: '',
      redirect_to: world.config.siteUrl,
      ...(action === 'email_change' ? asSupabaseNames(facts) : facts),
      email_action_type: action,
      site_url: world.config.siteUrl,
    },
  }
  const [schema, name] = hook.split('.') as [string, string]
  await sql`select ${sql(schema)}.${sql(name)}(${sql.json(event)})`
}

async function mayBeTold(
  world: AuthWorld,
  sql: Queryable,
  user: UserRow,
  action: MailAction,
  { old_email: former }: MailFacts,
): Promise<boolean> {
  const address = former ?? user.email
  if (!action.endsWith('_notification') || !address) return true
  return (await isAddressProven(sql, user)) || (await countNotice(world, sql, address)) === 0
}

/**
 * A change of address as Supabase's hook tells it: `token_hash_new` belongs to the old address, beside
 * `token`, and `token_hash` to the new one, beside `token_new`. Where only the new address is asked,
 * its code and hash are the first two.
 */
function asSupabaseNames({
  token = '',
  token_hash = '',
  token_new = '',
  token_hash_new = '',
  ...facts
}: MailFacts) {
  const isBoth = token_hash && token_hash_new
  return isBoth
    ? { ...facts, token, token_new, token_hash: token_hash_new, token_hash_new: token_hash }
    : { ...facts, token: token_new || token, token_hash: token_hash_new || token_hash }
}
