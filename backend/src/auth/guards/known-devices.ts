import { createHmac } from 'node:crypto'
import type postgres from 'postgres'
import type { Queryable } from '#backend/platform/queryable.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import { addressOf } from '#backend/auth/origin.ts'
import type { UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { deviceMark, markDevice } from './device-cookie.ts'
import { deviceWords } from './device-words.ts'
import { callerOf } from './request-facts.ts'

/** Most that is kept of one account; those seen last. */
const most = 50

/** How well a request's browser is known to an account. */
export type Acquaintance = 'device' | 'address' | 'none'

/**
 * Notes from where an account has just signed in, in the transaction of its session, and tells its
 * owner by mail when that was a kind of browser it never did before. The first sign-in tells nobody.
 */
export async function noteSignIn(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  headers: Headers,
): Promise<void> {
  if (user.is_anonymous) return
  const device = deviceWords(headers.get('user-agent'))
  const browser = hashOf(world, user, 'browser', device)
  const caller = callerOf(headers)
  const seen = [browser, hashOf(world, user, 'mark', markDevice(world, headers))]
  if (caller) seen.push(hashOf(world, user, 'address', caller))
  const rows = seen.map((device_hash) => ({ user_id: user.id, device_hash }))
  const [known] = await tx<{ browsers: number; isKnown: boolean }[]>`
    with known as (
      select device_hash from auth_internal.known_devices
      where user_id = ${user.id} and device_hash like 'browser:%'
    ), noted as (
      insert into auth_internal.known_devices ${tx(rows)}
      on conflict (user_id, device_hash) do update set last_seen_at = now()
    ), forgotten as (
      delete from auth_internal.known_devices
      where user_id = ${user.id} and device_hash in (
        select device_hash from auth_internal.known_devices
        where user_id = ${user.id} and device_hash not in ${tx(seen)}
        order by last_seen_at desc offset ${most}
      )
    )
    select count(*)::int as browsers, coalesce(bool_or(device_hash = ${browser}), false) as "isKnown"
    from known`
  if (!known || known.browsers === 0 || known.isKnown || !user.email) return
  const address = addressOf(headers)
  await sendMail(world, tx, user, 'new_sign_in_notification', {
    device,
    ...(address && { ip_address: address }),
  })
}

/** How an account knows who asks: by the mark of the browser, which nobody guesses, by the address, or not. */
export async function acquaintanceOf(
  sql: Queryable,
  world: AuthWorld,
  userId: string,
  headers: Headers,
): Promise<Acquaintance> {
  const mark = deviceMark(world, headers)
  const caller = callerOf(headers)
  const marked = mark && hashOf(world, { id: userId }, 'mark', mark)
  const rows = await sql<{ device_hash: string }[]>`
    select device_hash from auth_internal.known_devices
    where user_id = ${userId} and device_hash in (${marked ?? ''},
      ${caller ? hashOf(world, { id: userId }, 'address', caller) : ''})`
  if (rows.some(({ device_hash }) => device_hash === marked)) return 'device'
  return rows.length > 0 ? 'address' : 'none'
}

/** Keyed, as addresses and browsers are few enough to try them all. */
function hashOf(
  { config }: AuthWorld,
  { id }: Pick<UserRow, 'id'>,
  kind: 'browser' | 'mark' | 'address',
  value: string,
): string {
  const digest = createHmac('sha256', config.jwtSecret).update(`${kind} ${id} ${value}`)
  return `${kind}:${digest.digest('base64url')}`
}
