import { query } from '#functions/_shared/database.ts'
import { serveJob } from '#functions/_shared/jobs.ts'
import { removeFiles, type StoredFile } from '#functions/_shared/supabase.ts'

const batchSize = 500

/** Deletes files that nothing references; images only after 24 hours. */
Deno.serve(
  serveJob(async () => {
    const uploads = await query<StoredFile>`
        select bucket_id, name from orphaned_uploads(p_limit => ${batchSize})`
    await removeFiles(uploads)
    return { removed: uploads.length }
  }),
)
