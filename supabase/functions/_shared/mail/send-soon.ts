import { logError } from '#functions/_shared/log.ts'
import { sendWaitingMails } from './send-waiting.ts'

/**
 * Sends what was just queued without keeping the caller waiting. It only saves the seconds until the
 * next run of the job, so nothing depends on it.
 */
export function sendSoon(): void {
  const sending = sendWaitingMails().catch((cause: unknown) => logError('mails wait', cause))
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(sending)
}
