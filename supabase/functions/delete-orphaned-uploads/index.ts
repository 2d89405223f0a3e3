import { query } from '#functions/_shared/database.ts'
import { serveJob } from '#functions/_shared/jobs.ts'
import { removeFiles, type StoredFile } from '#functions/_shared/supabase.ts'

const batchSize = 500

/**
 * Deletes uploaded images and message attachments that no row references, 24 hours after their
 * upload at the earliest.
 */
Deno.serve(
  serveJob(async () => {
    const uploads = await query<StoredFile>`
        select bucket_id, name from orphaned_uploads(p_limit => ${batchSize})`
    await removeFiles(uploads)
    return { removed: uploads.length }
  }),
)
