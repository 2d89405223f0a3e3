import { createHmac, timingSafeEqual } from 'node:crypto'
import { generate } from 'lean-qr'
import { toSvgSource } from 'lean-qr/extras/svg'
import { Secret, TOTP } from 'otpauth'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { requireClientSmsQuota } from '#backend/auth/core/message-limits.ts'
import { consumeOrThrow } from '#backend/auth/core/rate-limits.ts'
import { newSmsCode, sendSms, smsText } from '#backend/auth/core/sms.ts'

const period = 30

export function newTotp(issuer: string, label: string) {
  const totp = new TOTP({ issuer, label, secret: new Secret({ size: 20 }), period, digits: 6 })
  const uri = totp.toString()
  // The SVG has no special characters, because clients put it into a data URL without escaping it.
  const qrCode = toSvgSource(generate(uri), { on: 'black', off: 'white', scale: 4 })
  return { secret: totp.secret.base32, uri, qrCode }
}

/**
 * Returns the time step of a TOTP code (30 s periods since 1970), or null for a wrong code. Also
 * accepts the codes of the previous and the next time step.
 */
export function matchingTimeStep(secret: string, code: string): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period, digits: 6 })
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

const smsLimit = { times: 5, seconds: 600 }

/**
 * Sends a code to the factor's phone and returns the code's hash. Throws AuthError if an SMS limit
 * is exceeded (429) or the SMS gateway fails (422 or 500).
 */
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
  return hashPhoneCode(context.serverSecret, challengeId, code)
}

export function isSentCode(
  { secrets }: AuthContext,
  challengeId: string,
  sealed: string,
  code: string,
): boolean {
  const sent = Buffer.from(sealed)
  return secrets.some((secret) => {
    const given = Buffer.from(hashPhoneCode(secret, challengeId, code))
    return given.length === sent.length && timingSafeEqual(given, sent)
  })
}

/** Hashes an SMS code with a key, because brute force can reverse an unkeyed hash of six digits. */
function hashPhoneCode(secret: string, challengeId: string, code: string): string {
  return createHmac('sha256', secret)
    .update(`code of challenge ${challengeId}:${code}`)
    .digest('hex')
}
