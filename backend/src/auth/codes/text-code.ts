import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import { invalid } from '#backend/auth/errors.ts'
import { hashCode, storeOneTimeToken } from '#backend/auth/one-time-tokens.ts'
import { codeFor, codeText, sendText } from '#backend/auth/text-messages.ts'
import type { UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'

/** Texts a code to a number; nothing is stored yet, so that nothing changes when it cannot be sent. */
export async function textCode(world: AuthWorld, phone: string): Promise<string> {
  const code = codeFor(world, phone)
  await sendText(world, phone, codeText(world, code))
  return code
}

/** Stores the code that was sent to the number of an account, unless it was deleted meanwhile. */
export async function storeTextCode(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  code: string,
  headers: Headers,
): Promise<void> {
  const phone = user.phone ?? ''
  // Of an account with an e-mail address the column tells of mails to it.
  const [row] = await tx`
    update auth.users set updated_at = now(),
      confirmation_sent_at = case when email is null then now() else confirmation_sent_at end
    where id = ${user.id} and deleted_at is null returning id`
  if (!row) return
  const hash = hashCode(world, phone, code)
  const type = 'confirmation_token'
  await storeOneTimeToken(tx, { userId: user.id, type, hash, relatesTo: phone })
  await audit(tx, user, 'user_confirmation_requested', headers, { provider: 'phone' })
}

/** Texts are all that is sent. Throws AuthError (400) for another channel. */
export function requireTexts(channel: string | null | undefined): void {
  if (!channel || channel === 'sms') return
  throw invalid("Invalid channel, supported values are 'sms'")
}
