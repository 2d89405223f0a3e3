import { query } from '#functions/_shared/database.ts'
import { env } from '#functions/_shared/env.ts'
import { forEachAtMost } from '#functions/_shared/jobs.ts'
import { logError } from '#functions/_shared/log.ts'
import { compose, type OutgoingMail } from './compose.ts'
import { canSend, isPermanentRefusal, openTransport } from './transport.ts'

const maxConnections = 4
const batchSize = 20

/**
 * Sends the emails that are due. An email that is sent again after a crash keeps its Message-ID, so
 * that mail clients recognize the duplicate. If no mail server is configured, all emails stay
 * queued.
 */
export async function sendDueMails(): Promise<{ claimed: number; sent: number }> {
  if (!canSend()) return { claimed: 0, sent: 0 }
  const rows = await query<OutgoingMail>`
    select id, template, recipient, data, created_at from claim_mails(p_limit => ${batchSize})`
  if (rows.length === 0) return { claimed: 0, sent: 0 }
  const transport = openTransport(Math.min(maxConnections, rows.length))
  try {
    const sent = await forEachAtMost(maxConnections, rows, async (row) => {
      try {
        await transport.sendMail(await compose(row))
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        await query`
          select record_mail_failure(p_id => ${row.id}, p_error => ${reason},
            p_final => ${isPermanentRefusal(cause)})`
        // This error is logged, so it must not contain the recipient or the content of the email.
        throw new Error(`email ${row.id} (${row.template}) was not sent: ${reason}`, { cause })
      }
      await query`select record_mail_sent(p_id => ${row.id})`
    })
    return { claimed: rows.length, sent }
  } finally {
    transport.close()
  }
}

/**
 * Projects whose emails are being sent. `again` is true if emails were queued since sending
 * started.
 */
const inFlight = new Map<string, { again: boolean }>()

/** Sends queued emails in the background. If that is already in progress, repeats it once. */
export function sendSoon(): void {
  const project = env('SUPABASE_URL')
  const current = inFlight.get(project)
  if (current) current.again = true
  else {
    const sending = sendUntilDone(project)
    if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(sending)
  }
}

async function sendUntilDone(project: string): Promise<void> {
  const run = { again: true }
  inFlight.set(project, run)
  try {
    while (run.again) {
      run.again = false
      await sendDueMails()
    }
  } catch (cause) {
    logError('sending emails failed; the job send-mails will retry', cause)
  } finally {
    inFlight.delete(project)
  }
}
