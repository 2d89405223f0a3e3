import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import { tellFormerAddress } from '#backend/auth/user/change-email.ts'
import { setIdentifier } from '#backend/auth/user/set-identifier.ts'
import { duplicateOr } from '#backend/auth/new-users.ts'
import { type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'

/** In `email_change_confirm_status`: from where an answer has come. */
const answered = { email_change_token_current: 1, email_change_token_new: 2 } as const

/**
 * Takes one of the two answers a change of address waits for, whose code was just used up, and
 * changes the address when no other is missing. Answers whether it did. Under `secureEmailChange` the
 * holder of the former address has to agree, and in any case the new one has to be proven. Throws
 * AuthError `email_exists` (422) when somebody else has the address by now.
 */
export async function confirmEmailChange(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  type: keyof typeof answered,
  headers: Headers,
): Promise<boolean> {
  const own = answered[type]
  const [before] = await tx<{ status: number }[]>`
    select coalesce(email_change_confirm_status, 0)::int as status
    from auth.users where id = ${user.id}`
  const both = own | (before?.status ?? 0)
  const isAgreed = both === (answered.email_change_token_new | answered.email_change_token_current)
  const needsOld = world.config.auth.secureEmailChange && user.email !== null
  if (!isAgreed && (needsOld || own !== answered.email_change_token_new)) {
    await tx`update auth.users set email_change_confirm_status = ${own} where id = ${user.id}`
    return false
  }
  await setIdentifier(tx, user, 'email', user.email_change ?? '', { isVerified: true }).catch(
    (cause: unknown) => {
      throw duplicateOr(cause)
    },
  )
  // The mail to the new address was answered, see `proveEmail`.
  await tx`
    update auth.users set email_confirmed_at = now(),
      confirmation_sent_at = ${user.email_change_sent_at ?? new Date()}
    where id = ${user.id}`
  await audit(tx, user, 'user_email_changed', headers)
  await tellFormerAddress(tx, world, user, headers)
  return true
}
