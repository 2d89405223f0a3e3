import { forEachAtMost } from '#functions/_shared/for-each-at-most.ts'
import { compose } from './compose.ts'
import { claimMails, recordMailFailure, recordMailSent, type OutgoingMail } from './outbox.ts'
import { canSend, isRefusedForGood, openTransport } from './transport.ts'

const connections = 4
const batch = 20

type Report = { claimed: number; sent: number }

/**
 * Sends what is due. A crash between sending and recording sends again with the same Message-ID, by
 * which mailboxes know it for the same mail. Without a mail server everything waits.
 */
export async function sendWaitingMails(): Promise<Report> {
  if (!canSend()) return { claimed: 0, sent: 0 }
  const rows = await claimMails(batch)
  if (rows.length === 0) return { claimed: 0, sent: 0 }
  const transport = openTransport(Math.min(connections, rows.length))
  try {
    const sent = await forEachAtMost(connections, rows, async (row) => {
      try {
        await transport.sendMail(await compose(row))
      } catch (cause) {
        await recordMailFailure(row.id, messageOf(cause), isRefusedForGood(cause))
        throw describe(row, cause)
      }
      await recordMailSent(row.id)
    })
    return { claimed: rows.length, sent }
  } finally {
    transport.close()
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** For the log: which mail, and never to whom or with what. */
function describe(row: OutgoingMail, cause: unknown): Error {
  return new Error(`mail ${row.id} (${row.template}) waits: ${messageOf(cause)}`, { cause })
}
