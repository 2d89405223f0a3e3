import { createHmac, timingSafeEqual } from 'node:crypto'
import { spend } from '#backend/auth/allowances.ts'
import { spendCallersText } from '#backend/auth/guards/rate-limits.ts'
import { codeFor, codeText, sendText } from '#backend/auth/text-messages.ts'
import type { AuthWorld } from '#backend/auth/world.ts'

/** Texts an account may ask for. */
const texts = { times: 5, seconds: 600 }

/** Sends a code to a factor's number. Answers what the challenge keeps of it. Throws AuthError as `sendText`. */
export async function sendPhoneCode(
  world: AuthWorld,
  challengeId: string,
  { userId, phone }: { userId: string; phone: string },
  headers: Headers,
): Promise<string> {
  await spend(world.sql, `texts of:${userId}`, texts, 'over_sms_send_rate_limit')
  await spendCallersText(world, headers)
  const code = codeFor(world, phone)
  await sendText(world, phone, codeText(world, code))
  return seal(world, challengeId, code)
}

/** Whether a code is the one that was sent. */
export function isSentCode(
  world: AuthWorld,
  challengeId: string,
  sealed: string,
  code: string,
): boolean {
  const given = Buffer.from(seal(world, challengeId, code))
  const sent = Buffer.from(sealed)
  return given.length === sent.length && timingSafeEqual(given, sent)
}

/** Keyed, as six digits are found from a plain hash in no time. */
function seal(world: AuthWorld, challengeId: string, code: string): string {
  return createHmac('sha256', world.config.jwtSecret)
    .update(`code of challenge ${challengeId}:${code}`)
    .digest('hex')
}
