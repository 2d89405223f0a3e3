import { finishDeletion } from '#functions/_shared/account-deletion.ts'
import { query } from '#functions/_shared/database.ts'
import { forEachAtMost, serveJob } from '#functions/_shared/jobs.ts'

/** Completes account deletions that were interrupted by a crash or a storage failure. */
Deno.serve(
  serveJob(async () => {
    const unfinished = await query<{ user_id: string }>`
        select user_id from unfinished_account_deletions() as deletions(user_id)`
    const finished = await forEachAtMost(2, unfinished, ({ user_id }) => finishDeletion(user_id))
    return { unfinished: unfinished.length, finished }
  }),
)
