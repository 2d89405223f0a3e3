import { z } from 'zod'
import type { AuthContext } from './context.ts'
import { AuthError } from './errors.ts'
import { newCode } from './one-time-tokens.ts'
import { consumeOrThrow } from './rate-limits.ts'

const timeoutMs = 10_000

/**
 * Limits the SMS per phone number, because an attacker may request SMS for another person's number.
 */
const smsPerNumber = { times: 10, seconds: 3600 }

const refusalSchema = z.object({ message: z.string() })

/** Returns the fixed code of a test phone number, otherwise a random code. */
export function newSmsCode(context: AuthContext, phone: string): string {
  const { testCodes, digits } = context.settings.otp
  return testCodes[phone] ?? newCode(digits)
}

/**
 * The last line of the SMS lets browsers autofill the code
 * (https://wicg.github.io/sms-one-time-codes/).
 */
export function smsText(context: AuthContext, code: string): string {
  const { hostname } = new URL(context.siteUrl)
  return `${code} is your code. Do not share it with anyone.\n\n@${hostname} #${code}`
}

/**
 * Sends an SMS to a phone number (digits only), unless it is a test number. Throws AuthError
 * `over_sms_send_rate_limit` (429) or `sms_send_failed` (422 if the gateway refuses, else 500).
 */
export async function sendSms(context: AuthContext, phone: string, text: string): Promise<void> {
  const { sms, otp } = context.settings
  if (otp.testCodes[phone] !== undefined) return
  if (!sms) throw smsFailed(500, 'no SMS gateway is configured')
  await consumeOrThrow(context.sql, `texts:${phone}`, smsPerNumber, 'over_sms_send_rate_limit')
  const sender = sms.from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  const account = encodeURIComponent(sms.accountSid)
  const answer = await fetch(`${sms.url}/2010-04-01/Accounts/${account}/Messages.json`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${sms.accountSid}:${sms.authToken}`).toString('base64')}`,
    },
    body: new URLSearchParams({ To: `+${phone}`, [sender]: sms.from, Body: text }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null)
  if (!answer) throw smsFailed(500, 'the SMS gateway does not respond')
  if (answer.ok) {
    await answer.body?.cancel()
    return
  }
  if (answer.status >= 500) throw smsFailed(500, 'the SMS gateway failed')
  const refusal = refusalSchema.safeParse(await answer.json().catch(() => null))
  throw smsFailed(
    422,
    refusal.success ? refusal.data.message : 'the SMS gateway refused the message',
  )
}

function smsFailed(status: 422 | 500, reason: string): AuthError {
  return new AuthError(status, 'sms_send_failed', `Error sending text message: ${reason}`)
}
