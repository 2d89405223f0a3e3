import { createHmac } from 'node:crypto'
import type postgres from 'postgres'
import { sendMail } from '#backend/auth/mail-hook.ts'
import { addressOf } from '#backend/auth/origin.ts'
import type { UserRow, Which } from '#backend/auth/users.ts'
import type { WireRow, WireStatement } from '#backend/platform/wire/connection.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { deviceMark, markDevice } from './device-cookie.ts'
import { deviceWords } from './device-words.ts'
import { callerOf } from './request-facts.ts'

/** How well a request's browser is known to an account. */
export type Acquaintance = 'device' | 'address' | 'none'

/**
 * What an account that signs in will know this request by, the kind of browser first. Nothing for an
 * anonymous one, which nobody signs in to again.
 */
export function marksOf(world: AuthWorld, user: UserRow, headers: Headers): string[] {
  if (user.is_anonymous) return []
  const caller = callerOf(headers)
  return [
    hashOf(world, user, 'browser', deviceWords(headers.get('user-agent'))),
    hashOf(world, user, 'mark', markDevice(world, headers)),
    ...(caller ? [hashOf(world, user, 'address', caller)] : []),
  ]
}

/** Tells the owner by mail that a kind of browser signed in that never did before. */
export function tellOfNewBrowser(
  world: AuthWorld,
  tx: postgres.TransactionSql,
  user: UserRow,
  headers: Headers,
): Promise<void> {
  const address = addressOf(headers)
  return sendMail(world, tx, user, 'new_sign_in_notification', {
    device: deviceWords(headers.get('user-agent')),
    ...(address && { ip_address: address }),
  })
}

/** What an account knows browsers and addresses by, as a statement; `acquaintanceOf` reads it. */
export function knownDevicesStatement({ condition, value }: Which): WireStatement {
  const text = `
    select d.device_hash from auth_internal.trusted_devices d join auth.users u on u.id = d.user_id
    where ${condition} and not starts_with(d.device_hash, 'browser:')`
  return { text, values: [value] }
}

/** How an account knows who asks: by the mark of the browser, which nobody guesses, by the address, or not. */
export function acquaintanceOf(
  world: AuthWorld,
  userId: string,
  headers: Headers,
  known: readonly WireRow[],
): Acquaintance {
  const mark = deviceMark(world, headers)
  const caller = callerOf(headers)
  const marked = mark && hashOf(world, { id: userId }, 'mark', mark)
  const addressed = caller && hashOf(world, { id: userId }, 'address', caller)
  const isKnown = (hash: string | null) => known.some(([stored]) => stored?.toString() === hash)
  if (isKnown(marked)) return 'device'
  return isKnown(addressed) ? 'address' : 'none'
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
