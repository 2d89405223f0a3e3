import { env } from '#functions/_shared/env.ts'
import { logError } from '#functions/_shared/log.ts'
import { sendWaitingMails } from './send-waiting.ts'

/** Projects whose mails are being sent, and whether more were queued meanwhile. */
const underWay = new Map<string, { again: boolean }>()

/**
 * Sends what was just queued without keeping the caller waiting. It only saves the seconds until the
 * next run of the job, so nothing depends on it. Many callers at once share one sender.
 */
export function sendSoon(): void {
  const project = env('SUPABASE_URL')
  const current = underWay.get(project)
  if (current) current.again = true
  else {
    const sending = sendWhileThereIsMore(project)
    if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(sending)
  }
}

async function sendWhileThereIsMore(project: string): Promise<void> {
  const run = { again: true }
  underWay.set(project, run)
  try {
    while (run.again) {
      run.again = false
      await sendWaitingMails()
    }
  } catch (cause) {
    logError('mails wait for the next run', cause)
  } finally {
    underWay.delete(project)
  }
}
