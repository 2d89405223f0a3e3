import { requireServiceRole } from '#functions/_shared/caller.ts'
import { query } from '#functions/_shared/database.ts'
import { jobBodySchema } from '#functions/_shared/jobs.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { removeFiles, type StoredFile } from '#functions/_shared/supabase.ts'

/** Number of files deleted in one run of the job; the next run continues. */
const batchSize = 500

/** Deletes images that no space and no profile has referenced for 24 hours. */
Deno.serve(
  serveJson({
    caller: requireServiceRole,
    body: jobBodySchema,
    work: async () => {
      const uploads = await query<StoredFile>`
        select bucket_id, name from orphaned_uploads(p_limit => ${batchSize})`
      await removeFiles(uploads)
      return { removed: uploads.length }
    },
  }),
)
