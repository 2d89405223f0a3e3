import { requireServiceRole } from '#functions/_shared/caller.ts'
import { jobBodySchema } from '#functions/_shared/job-body.ts'
import { sendWaitingMails } from '#functions/_shared/mail/send-waiting.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'

/** Sends the mails that wait in `outgoing_mails`, however often and by however many it is run. */
export const handler = serveJson({
  caller: requireServiceRole,
  body: jobBodySchema,
  work: sendWaitingMails,
})
