import { requireServiceRole } from '#functions/_shared/caller.ts'
import { queryValue } from '#functions/_shared/database.ts'
import { jobBodySchema } from '#functions/_shared/jobs.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'

/** Number of users deleted in one transaction. */
const batchSize = 200
/** Maximum number of transactions in one run of the job; the next run deletes the remaining users. */
const maxBatches = 20

/** Deletes anonymous users who have not visited for a month and never created an account. */
Deno.serve(
  serveJson({
    caller: requireServiceRole,
    body: jobBodySchema,
    work: async () => {
      let removed = 0
      for (let batch = 1; batch <= maxBatches; batch++) {
        const count = await queryValue<number>`
          select delete_inactive_anonymous_users(p_limit => ${batchSize})`
        removed += count
        if (count < batchSize) break
      }
      return { removed }
    },
  }),
)
