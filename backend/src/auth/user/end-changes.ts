import type { Queryable } from '#backend/platform/database.ts'

/**
 * Ends changes of address and number that an account waits for: whoever answers one is signed in.
 * Nobody notes which session has asked for it, so all of them end wherever somebody is put out. The
 * caller holds the account's row lock.
 */
export async function endChanges(sql: Queryable, userId: string): Promise<void> {
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type in
      ('email_change_token_new', 'email_change_token_current', 'phone_change_token')`
  await sql`
    update auth.users set email_change = '', email_change_sent_at = null,
      email_change_confirm_status = 0, phone_change = '', phone_change_sent_at = null
    where id = ${userId}`
}
