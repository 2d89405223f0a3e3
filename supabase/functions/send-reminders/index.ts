import { query } from '#functions/_shared/database.ts'
import { serveJob } from '#functions/_shared/jobs.ts'

/** Queues due reminders to guests and daily agendas of hosts. */
Deno.serve(
  serveJob(async ({ as_of }) => {
    const [queued] = await query<{ reminders: number; agendas: number }>`
      select queue_reminders(p_as_of => ${as_of}) as reminders,
        queue_agendas(p_as_of => ${as_of}) as agendas`
    return queued ?? {}
  }),
)
