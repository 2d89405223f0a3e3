import { serveJob } from '#functions/_shared/jobs.ts'
import { sendDueMails } from '#functions/_shared/mail/send.ts'

/** Sends the account emails that are due in `outgoing_mails`. Safe to run concurrently. */
Deno.serve(serveJob(() => sendDueMails('account')))
