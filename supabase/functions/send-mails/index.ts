import { serveJob } from '#functions/_shared/jobs.ts'
import { sendDueMails } from '#functions/_shared/mail/send.ts'

/** Sends the emails, except account emails, that are due. Safe to run concurrently. */
Deno.serve(serveJob(() => sendDueMails('general')))
