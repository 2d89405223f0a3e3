import { queryValue } from '#functions/_shared/database.ts'
import { serveJob } from '#functions/_shared/jobs.ts'

/** Notifies users of messages that they have not read within 2 minutes. */
Deno.serve(
  serveJob(async () => ({
    notices: await queryValue<number>`select notify_unread_messages()`,
  })),
)
