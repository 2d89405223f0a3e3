import { z } from 'zod'
import { longestProblemText } from '@hourspace/domain/problems.ts'
import { requireAssuredAdmin } from '#functions/_shared/caller.ts'
import { queryValue } from '#functions/_shared/database.ts'
import { makePendingRefunds } from '#functions/_shared/refunds.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'

const bodySchema = z.object({
  problemId: z.guid('This report no longer exists'),
  isUpheld: z.boolean(),
  note: z.string().trim().min(1).max(longestProblemText),
  /** Percentage of the payment to refund if the space is not as described. */
  percentage: z.int().min(0).max(100).nullish(),
  /** Accepted amount of a damage claim, in minor units of the booking's currency. */
  amountMinor: z.int().min(0).nullish(),
})

type Decision = { payment_id: string | null; status: string; decided_minor: number | null }

const responseSchema = z.object({ status: z.string(), decidedMinor: z.number().nullable() })

/**
 * Decides a problem report as an admin, and refunds the guest if the decision includes a refund.
 */
Deno.serve(
  serveJson({
    caller: requireAssuredAdmin,
    body: bodySchema,
    response: responseSchema,
    work: async ({ problemId, isUpheld, note, percentage, amountMinor }, user) => {
      const decision = await queryValue<Decision>`
        select decide_problem(p_problem_id => ${problemId}, p_admin_id => ${user.id},
          p_is_upheld => ${isUpheld}, p_note => ${note}, p_percentage => ${percentage ?? null},
          p_amount_minor => ${amountMinor ?? null})`
      if (decision.payment_id) await makePendingRefunds(decision.payment_id)
      return { status: decision.status, decidedMinor: decision.decided_minor }
    },
  }),
)
