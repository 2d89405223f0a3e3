import { requireServiceRole } from '#functions/_shared/caller.ts'
import { jobBodySchema } from '#functions/_shared/job-body.ts'
import { removeFiles, type StoredFile } from '#functions/_shared/remove-files.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { step } from '#functions/_shared/steps.ts'

/** Pictures of one run; what is left waits for the next. */
const atOnce = 500

/** Removes pictures that no space and no profile has shown for a day. */
export const handler = serveJson({
  caller: requireServiceRole,
  body: jobBodySchema,
  work: async () => {
    const pictures = await step<StoredFile[]>('orphaned_uploads', { p_limit: atOnce })
    await removeFiles(pictures)
    return { removed: pictures.length }
  },
})
