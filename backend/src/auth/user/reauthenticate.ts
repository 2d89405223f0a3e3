import type { Hono } from 'hono'
import type postgres from 'postgres'
import { take } from '#backend/auth/allowances.ts'
import { audit } from '#backend/auth/audit.ts'
import { requireUser } from '#backend/auth/bearer.ts'
import { codesADay, dayInSeconds } from '#backend/auth/codes/find-token.ts'
import { spendMail, spendText } from '#backend/auth/codes/intervals.ts'
import { proveEmail, provePhone } from '#backend/auth/codes/prove-address.ts'
import { textCode } from '#backend/auth/codes/text-code.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { spendCallersText } from '#backend/auth/guards/rate-limits.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import {
  hashCode,
  isCode,
  newCode,
  storeOneTimeToken,
  useUpOneTimeToken,
} from '#backend/auth/one-time-tokens.ts'
import { requireOpenSession } from '#backend/auth/open-session.ts'
import { lockUnchanged, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'

/** A code of `GET /reauthenticate` that came back in a session of the same account. */
export type Nonce = { id: string; sentTo: string; ageSeconds: number }

/** GET /reauthenticate: sends the signed-in person a code that shows their mailbox or phone is theirs. */
export function registerReauthenticate(app: Hono, world: AuthWorld): void {
  app.get('/reauthenticate', async (c) => {
    const { headers } = c.req.raw
    const { user, sessionId } = await requireUser(world, headers)
    const address = addressOfCodes(user)
    const isMail = address === user.email
    await (isMail ? spendMail(world, 'reauthentication', address) : spendText(world, address))
    if (!isMail) await spendCallersText(world, headers)
    const code = isMail ? newCode(world.config.auth.otp.digits) : await textCode(world, address)
    await world.sql.begin(async (tx) => {
      await lockUnchanged(tx, user)
      await requireOpenSession(tx, user.id, sessionId)
      await tx`
        update auth.users set reauthentication_sent_at = now() where id = ${user.id}`
      const hash = hashCode(world, address, code)
      const stored = { userId: user.id, type: 'reauthentication_token', hash } as const
      await storeOneTimeToken(tx, { ...stored, relatesTo: address })
      await audit(tx, user, 'user_reauthenticate_requested', headers)
      if (isMail) await sendMail(world, tx, user, 'reauthentication', { token: code })
    })
    return json({})
  })
}

function addressOfCodes(user: UserRow): string {
  if (user.email) {
    if (user.email_confirmed_at) return user.email
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
  }
  if (user.phone) {
    if (user.phone_confirmed_at) return user.phone
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
  }
  throw new AuthError(
    400,
    'validation_failed',
    'Reauthentication requires the user to have an email or a phone number',
  )
}

/**
 * Checks the code that was sent. Wrong ones are counted, and too many make it void, and in a day every
 * further one, however often a new code is asked for. Throws AuthError.
 */
export async function checkNonce(
  world: AuthWorld,
  user: UserRow,
  nonce: string | null | undefined,
): Promise<Nonce> {
  if (!nonce) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
  const { attempts, lifetime } = world.config.auth.otp
  const [stored] = await world.sql<
    { id: string; token_hash: string; relates_to: string; age: number }[]
  >`
    select id, token_hash, relates_to,
      extract(epoch from (now() at time zone 'utc') - created_at)::int as age
    from auth.one_time_tokens
    where user_id = ${user.id} and token_type = 'reauthentication_token'
      and created_at > (now() at time zone 'utc') - make_interval(secs => ${lifetime})`
  if (!stored) throw invalidNonce()
  const ofCode = `code:${stored.id}`
  const ofAccount = `nonces of:${user.id}`
  const each = { times: attempts, seconds: lifetime * attempts }
  const all = { times: attempts * codesADay, seconds: dayInSeconds }
  if ((await take(world.sql, ofCode, each)) > 0 || (await take(world.sql, ofAccount, all)) > 0) {
    await useUpOneTimeToken(world.sql, stored.id)
    throw invalidNonce()
  }
  if (!isCode(world, stored, nonce)) throw invalidNonce()
  await world.sql`
    delete from auth_internal.rate_limits where key in (${ofCode}, ${ofAccount})`
  return { id: stored.id, sentTo: stored.relates_to, ageSeconds: stored.age }
}

/** Uses it up: whoever has it has shown that it was sent to them. Throws AuthError. */
export async function useNonce(
  tx: postgres.TransactionSql,
  user: UserRow,
  { id, sentTo, ageSeconds }: Nonce,
): Promise<void> {
  if (!(await useUpOneTimeToken(tx, id))) throw invalidNonce()
  if (sentTo === user.email?.toLowerCase()) await proveEmail(tx, user, ageSeconds)
  else if (sentTo === user.phone) await provePhone(tx, user)
}

function invalidNonce(): AuthError {
  return new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
