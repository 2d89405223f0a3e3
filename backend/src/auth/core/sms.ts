import { z } from 'zod'
import type { AuthContext } from './context.ts'
import { AuthError } from './errors.ts'
import { newCode } from './one-time-tokens.ts'
import { consumeOrThrow } from './rate-limits.ts'

const timeoutMs = 10_000

/** Texts cost money, and whoever gets one did not always ask for it. */
const smsPerNumber = { times: 10, seconds: 3600 }

const refusalSchema = z.object({ message: z.string() })

/** The code a number (digits alone) is asked for: its fixed one if it is a test number, else a new one. */
export function newSmsCode(context: AuthContext, phone: string): string {
  const { testCodes, digits } = context.settings.otp
  return testCodes[phone] ?? newCode(digits)
}

/** A text with a code; its last line lets phones fill the code in on this site and on no other. */
export function smsText(context: AuthContext, code: string): string {
  const { hostname } = new URL(context.siteUrl)
  return `${code} is your code. Give it to nobody.\n\n@${hostname} #${code}`
}

/**
 * Has a text sent to a number (digits alone). Test numbers get none. Throws AuthError
 * `over_sms_send_rate_limit` (429) when the number had too many, and `sms_send_failed`: 422 when the
 * provider refuses, 500 when there is none or it does not answer.
 */
export async function sendSms(context: AuthContext, phone: string, text: string): Promise<void> {
  const { sms, otp } = context.settings
  if (otp.testCodes[phone] !== undefined) return
  if (!sms) throw smsFailed(500, 'no provider of text messages is set')
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
  if (!answer) throw smsFailed(500, 'the provider does not answer')
  if (answer.ok) {
    await answer.body?.cancel()
    return
  }
  if (answer.status >= 500) throw smsFailed(500, 'the provider is out of order')
  const refusal = refusalSchema.safeParse(await answer.json().catch(() => null))
  throw smsFailed(422, refusal.success ? refusal.data.message : 'the provider refuses it')
}

function smsFailed(status: 422 | 500, reason: string): AuthError {
  return new AuthError(status, 'sms_send_failed', `Error sending text message: ${reason}`)
}
