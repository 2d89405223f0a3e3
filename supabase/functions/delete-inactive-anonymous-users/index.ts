import { queryValue } from '#functions/_shared/database.ts'
import { serveJob } from '#functions/_shared/jobs.ts'

const batchSize = 200
/** Maximum number of batches per run. The next run deletes the remaining users. */
const maxBatches = 20

/**
 * Deletes anonymous users who have not visited for 30 days, except those with an identity, a
 * profile or uploaded files.
 */
Deno.serve(
  serveJob(async () => {
    let removed = 0
    for (let batch = 1; batch <= maxBatches; batch++) {
      const count = await queryValue<number>`
          select delete_inactive_anonymous_users(p_limit => ${batchSize})`
      removed += count
      if (count < batchSize) break
    }
    return { removed }
  }),
)
