import { requireServiceRole } from '#functions/_shared/caller.ts'
import { finishDeletion } from '#functions/_shared/finish-deletion.ts'
import { forEachAtMost } from '#functions/_shared/for-each-at-most.ts'
import { jobBodySchema } from '#functions/_shared/job-body.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { step } from '#functions/_shared/steps.ts'

/** Removes what a crash or a failing storage left of accounts that were deleted. */
export const handler = serveJson({
  caller: requireServiceRole,
  body: jobBodySchema,
  work: async () => {
    const unfinished = await step<string[]>('unfinished_account_deletions', {})
    const finished = await forEachAtMost(2, unfinished, finishDeletion)
    return { unfinished: unfinished.length, finished }
  },
})
