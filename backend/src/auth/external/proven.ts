import type { Queryable } from '#backend/platform/database.ts'
import type { UserRow } from '#backend/auth/users.ts'

/**
 * Whether the holder of an account has shown that its address is theirs: by the link of a mail sent
 * there, or by a provider that has verified it. Where addresses are confirmed without asking,
 * `email_confirmed_at` alone says nothing.
 */
export async function isAddressProven(sql: Queryable, user: UserRow): Promise<boolean> {
  const [row] = await sql<{ isProven: boolean }[]>`
    select email_confirmed_at is not null and (
      email_confirmed_at >= confirmation_sent_at
      or exists (
        select from auth.identities
        where user_id = users.id and provider not in ('email', 'phone')
          and email = lower(users.email) and identity_data ->> 'email_verified' = 'true'
      )) as "isProven"
    from auth.users where id = ${user.id}`
  return row?.isProven ?? false
}
