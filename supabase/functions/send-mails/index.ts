import { serveJob } from '#functions/_shared/jobs.ts'
import { sendDueMails } from '#functions/_shared/mail/send.ts'

/** Sends due emails except account emails. Safe to run concurrently. */
Deno.serve(serveJob(() => sendDueMails('general')))
