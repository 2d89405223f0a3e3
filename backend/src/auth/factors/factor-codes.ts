import { createHmac, timingSafeEqual } from 'node:crypto'
import { generate } from 'lean-qr'
import { toSvgSource } from 'lean-qr/extras/svg'
import { Secret, TOTP } from 'otpauth'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { requireClientSmsQuota } from '#backend/auth/core/message-limits.ts'
import { consumeOrThrow } from '#backend/auth/core/rate-limits.ts'
import { newSmsCode, sendSms, smsText } from '#backend/auth/core/sms.ts'

const period = 30

/** What an authenticator app is given: secret in base32, the address that carries it, and its QR code. */
export function newTotp(issuer: string, label: string) {
  const totp = new TOTP({ issuer, label, secret: new Secret({ size: 20 }), period, digits: 6 })
  const uri = totp.toString()
  // Clients put `data:image/svg+xml;utf-8,` before it, unescaped: no character may mean anything there.
  const qrCode = toSvgSource(generate(uri), { on: 'black', off: 'white', scale: 4 })
  return { secret: totp.secret.base32, uri, qrCode }
}

/**
 * The time step whose code this is, of the present one and its neighbours; null for none. Steps count
 * 30 seconds from 1970, so that a step once used is told from those to come.
 */
export function matchingTimeStep(secret: string, code: string): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period, digits: 6 })
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** Texts an account may ask for. */
const smsLimit = { times: 5, seconds: 600 }

/** Sends a code to a factor's number. Answers what the challenge keeps of it. Throws AuthError as `sendText`. */
export async function sendPhoneCode(
  context: AuthContext,
  challengeId: string,
  { userId, phone }: { userId: string; phone: string },
  headers: Headers,
): Promise<string> {
  await consumeOrThrow(context.sql, `texts of:${userId}`, smsLimit, 'over_sms_send_rate_limit')
  await requireClientSmsQuota(context, headers)
  const code = newSmsCode(context, phone)
  await sendSms(context, phone, smsText(context, code))
  return hashPhoneCode(context, challengeId, code)
}

/** Whether a code is the one that was sent. */
export function isSentCode(
  context: AuthContext,
  challengeId: string,
  sealed: string,
  code: string,
): boolean {
  const given = Buffer.from(hashPhoneCode(context, challengeId, code))
  const sent = Buffer.from(sealed)
  return given.length === sent.length && timingSafeEqual(given, sent)
}

/** Keyed, as six digits are found from a plain hash in no time. */
function hashPhoneCode(context: AuthContext, challengeId: string, code: string): string {
  return createHmac('sha256', context.jwtSecret)
    .update(`code of challenge ${challengeId}:${code}`)
    .digest('hex')
}
