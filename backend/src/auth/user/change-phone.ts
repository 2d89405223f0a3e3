import type postgres from 'postgres'
import { spendText } from '#backend/auth/codes/intervals.ts'
import { textCode } from '#backend/auth/codes/text-code.ts'
import { hashCode, storeOneTimeToken } from '#backend/auth/one-time-tokens.ts'
import type { UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { setIdentifier } from './set-identifier.ts'

/** Texts the code that confirms a new number and answers it, or null where numbers are not confirmed. */
export async function textPhoneCode(world: AuthWorld, phone: string): Promise<string | null> {
  if (world.config.auth.enablePhoneAutoconfirm) return null
  await spendText(world, phone)
  return textCode(world, phone)
}

/** Changes an account's number: at once without a code, otherwise when it comes back to /verify. */
export async function changePhone(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  phone: string,
  code: string | null,
): Promise<void> {
  if (code === null) {
    await setIdentifier(tx, user, 'phone', phone, { isVerified: true })
    return
  }
  await tx`
    update auth.users set phone_change = ${phone}, phone_change_sent_at = now()
    where id = ${user.id}`
  const hash = hashCode(world, phone, code)
  await storeOneTimeToken(tx, {
    userId: user.id,
    type: 'phone_change_token',
    hash,
    relatesTo: phone,
  })
}
