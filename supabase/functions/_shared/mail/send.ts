import { query } from '#functions/_shared/database.ts'
import { env } from '#functions/_shared/env.ts'
import { forEachAtMost } from '#functions/_shared/jobs.ts'
import { logError } from '#functions/_shared/log.ts'
import { compose, type OutgoingMail } from './compose.ts'
import {
  canSend,
  isPermanentRefusal,
  isTemporaryRecipientRefusal,
  openTransport,
} from './transport.ts'

type MailQueue = 'account' | 'general'

const maxConnections = 8
const batchSize = 50
/** Milliseconds after which a run of the mail job claims no more emails. */
const runMs = 30_000

/**
 * Sends the due emails of a queue. An email that is sent again keeps its Message-ID, so that mail
 * clients recognize the duplicate. Without a configured mail server, emails stay queued. Throws if
 * no claimed email could be sent, unless the mail server refused them permanently.
 */
export async function sendDueMails(queue: MailQueue): Promise<{ claimed: number; sent: number }> {
  let claimed = 0
  let sent = 0
  let isServerDown = false
  if (!canSend()) return { claimed, sent: 0 }
  const endsAt = performance.now() + runMs
  const transport = openTransport(maxConnections)
  async function* dueMails() {
    for (;;) {
      const rows = await query<OutgoingMail>`
        select id, template, recipient, data, created_at
        from claim_mails(p_limit => ${batchSize}, p_queue => ${queue})`
      claimed += rows.length
      yield* mergePayouts(rows)
      if (rows.length < batchSize || isServerDown || performance.now() > endsAt) return
    }
  }
  try {
    await forEachAtMost(maxConnections, dueMails(), async ({ merged = [], ...row }) => {
      const ids = [row.id, ...merged]
      try {
        await transport.sendMail(await compose(row))
      } catch (cause) {
        isServerDown ||= !(cause as { responseCode?: number }).responseCode
        const isFinal = isPermanentRefusal(cause)
        const reason = cause instanceof Error ? cause.message : String(cause)
        await query`
          select record_mail_failure(p_id => id, p_error => ${reason}, p_final => ${isFinal},
            p_recipient_refused => ${isTemporaryRecipientRefusal(cause)})
          from unnest(${ids}::uuid[]) as id`
        // This error is logged, so its message must not contain the recipient or the content of
        // the email.
        const what = `email ${row.id} (${row.template}) was not sent: ${reason}`
        if (!isFinal) throw new Error(what, { cause })
        logError(what, cause)
        return
      }
      await query`select record_mail_sent(p_id => id) from unnest(${ids}::uuid[]) as id`
      sent += 1
    })
    return { claimed, sent }
  } finally {
    transport.close()
  }
}

/**
 * An email for one or more rows of `outgoing_mails`. `merged` contains the ids of all rows except
 * the first.
 */
type MergedMail = OutgoingMail & { merged?: string[] }

function mergePayouts(rows: readonly OutgoingMail[]): MergedMail[] {
  const mails: MergedMail[] = rows.filter(({ template }) => template !== 'payout-sent')
  const payouts = rows.filter(({ template }) => template === 'payout-sent')
  const byRecipient = Map.groupBy(payouts, ({ recipient }) => recipient)
  for (const [first, ...others] of byRecipient.values()) {
    if (!first) continue
    if (others.length === 0) mails.push(first)
    else
      mails.push({
        ...first,
        template: 'payouts-sent',
        data: { ...(first.data as object), payouts: [first, ...others].map(({ data }) => data) },
        merged: others.map(({ id }) => id),
      })
  }
  return mails
}

/**
 * The running call of `sendUntilDone` for each project URL. `again` is true if `sendSoon` was
 * called since the run last called `sendDueMails`.
 */
const inFlight = new Map<string, { again: boolean }>()

declare global {
  /** Keeps the edge function running after its response. Exists only in Supabase's edge runtime. */
  const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined
}

/** Sends general emails in the background. A call during a run causes one more run. */
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
      await sendDueMails('general')
    }
  } catch (cause) {
    logError('sending emails failed; the job send-mails will retry', cause)
  } finally {
    inFlight.delete(project)
  }
}
