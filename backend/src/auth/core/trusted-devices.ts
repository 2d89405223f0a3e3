import { createHmac, randomBytes } from 'node:crypto'
import type { WireRow, WireStatement } from '#backend/platform/wire/connection.ts'
import { isServiceRole } from './authorization.ts'
import { cookieOf, isHttps } from './browser-binding.ts'
import type { AuthContext, Tx } from './context.ts'
import { sendMail } from './mail-hook.ts'
import { deviceName } from './request-origin.ts'
import { clientNetworkOf, ipAddressOf } from '#backend/platform/client-network.ts'
import type { UserCondition, UserRow } from './users.ts'

const lifetimeSeconds = 400 * 86_400

/**
 * Device tokens of new browsers, by the Headers object of the request. The response sets them as
 * cookies.
 */
const newTokens = new WeakMap<Headers, string>()

export function deviceToken(context: AuthContext, headers: Headers): string | null {
  const mark = cookieOf(headers, nameOf(context))
  return /^[\w-]{22}$/.test(mark) ? mark : null
}

function ensureDeviceToken(context: AuthContext, headers: Headers): string {
  const known = deviceToken(context, headers) ?? newTokens.get(headers)
  if (known) return known
  const mark = randomBytes(16).toString('base64url')
  newTokens.set(headers, mark)
  return mark
}

/** Returns the Set-Cookie header for the device token that this request created, or null. */
export function deviceCookie(context: AuthContext, headers: Headers): string | null {
  const mark = newTokens.get(headers)
  if (!mark) return null
  const secure = isHttps(context) ? '; Secure' : ''
  return `${nameOf(context)}=${mark}; Path=/auth/v1; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

function nameOf(context: AuthContext): string {
  return `${isHttps(context) ? '__Secure-' : ''}sb-device`
}

/**
 * How an account recognizes a browser: by its device token, by its client network (IPv4 address or
 * IPv6 /64), or not at all.
 */
type DeviceTrust = 'device' | 'address' | 'none'

/**
 * Returns hashes of the device name, device token and client network. Returns no hashes for an
 * anonymous user, or for a server with the service role key, which is not a device of the user.
 */
export function deviceHashesOf(context: AuthContext, user: UserRow, headers: Headers): string[] {
  if (user.is_anonymous || isServiceRole(context, headers)) return []
  const { serverSecret } = context
  const caller = clientNetworkOf(headers)
  return [
    hashOf(serverSecret, user, 'browser', deviceName(headers.get('user-agent'))),
    hashOf(serverSecret, user, 'mark', ensureDeviceToken(context, headers)),
    ...(caller ? [hashOf(serverSecret, user, 'address', caller)] : []),
  ]
}

export function notifyNewBrowser(context: AuthContext, tx: Tx, user: UserRow, headers: Headers) {
  const address = ipAddressOf(headers)
  return sendMail(context, tx, user, 'new_sign_in_notification', {
    device: deviceName(headers.get('user-agent')),
    ...(address && { ip_address: address }),
  })
}

export function trustedDevicesStatement({ condition, value }: UserCondition): WireStatement {
  const text = `
    select d.device_hash from auth_internal.trusted_devices d join auth.users u on u.id = d.user_id
    where ${condition} and not starts_with(d.device_hash, 'browser:')`
  return { text, values: [value] }
}

export function deviceTrustOf(
  context: AuthContext,
  userId: string,
  headers: Headers,
  known: readonly WireRow[],
): DeviceTrust {
  const mark = deviceToken(context, headers)
  const caller = clientNetworkOf(headers)
  const stored = new Set(known.map(([hash]) => hash?.toString()))
  const isKnown = (kind: 'mark' | 'address', value: string) =>
    context.secrets.some((secret) => stored.has(hashOf(secret, { id: userId }, kind, value)))
  if (mark && isKnown('mark', mark)) return 'device'
  return caller && isKnown('address', caller) ? 'address' : 'none'
}

/** Hashes a value with a key, because brute force can reverse an unkeyed hash of an IP address. */
function hashOf(
  secret: string,
  { id }: Pick<UserRow, 'id'>,
  kind: 'browser' | 'mark' | 'address',
  value: string,
): string {
  const digest = createHmac('sha256', secret).update(`${kind} ${id} ${value}`)
  return `${kind}:${digest.digest('base64url')}`
}
