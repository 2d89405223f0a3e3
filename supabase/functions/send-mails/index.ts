import { requireServiceRole } from '#functions/_shared/caller.ts'
import { jobBodySchema } from '#functions/_shared/jobs.ts'
import { sendDueMails } from '#functions/_shared/mail/send.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'

/** Sends the emails that are due in `outgoing_mails`. Safe to run concurrently. */
Deno.serve(
  serveJson({
    caller: requireServiceRole,
    body: jobBodySchema,
    work: sendDueMails,
  }),
)
