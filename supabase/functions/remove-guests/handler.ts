import { requireServiceRole } from '#functions/_shared/caller.ts'
import { jobBodySchema } from '#functions/_shared/job-body.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { step } from '#functions/_shared/steps.ts'

/** Accounts of one transaction, and transactions of one run. What is left waits for the next. */
const atOnce = 200
const mostSteps = 20

/** Removes guests who never became anybody and have not been here for a month. */
export const handler = serveJson({
  caller: requireServiceRole,
  body: jobBodySchema,
  work: async () => {
    let removed = 0
    for (let steps = 1; steps <= mostSteps; steps++) {
      const count = await step<number>('delete_inactive_anonymous_users', { p_limit: atOnce })
      removed += count
      if (count < atOnce) break
    }
    return { removed }
  },
})
