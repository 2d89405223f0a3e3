import { expireChanges, finishEndedChanges } from '#functions/_shared/changes.ts'
import { query } from '#functions/_shared/database.ts'
import { forEachAtMost, runSteps, serveJob } from '#functions/_shared/jobs.ts'
import { paymentIntentOf, type Payment } from '#functions/_shared/payment-intents.ts'
import { makeAllPendingRefunds } from '#functions/_shared/refunds.ts'
import { finishDueRequests } from '#functions/_shared/requests.ts'
import {
  recordMissedRequest,
  releasePayment,
  settlePayment,
} from '#functions/_shared/settle-payment.ts'

/**
 * Completes or cancels open payments after a crash, a lost webhook or an abandoned checkout. Also
 * expires booking requests and booking changes that were not answered in time.
 */
Deno.serve(
  serveJob(async ({ as_of }) => {
    const done = { lapsed: 0, open: 0, requests: 0 }
    await runSteps([
      async () => {
        const lapsed = await query<Payment>`select * from lapsed_payments(p_as_of => ${as_of})`
        done.lapsed = lapsed.length
        await forEachAtMost(4, lapsed, async (payment) => {
          if (!(await recordMissedRequest(payment))) await releasePayment(payment)
        })
      },
      async () => {
        const open = await query<Payment>`select * from unsettled_payments()`
        done.open = open.length
        await forEachAtMost(4, open, async (payment) => {
          await settlePayment(await paymentIntentOf(payment))
        })
      },
      async () => (done.requests = await finishDueRequests()),
      expireChanges,
      finishEndedChanges,
      makeAllPendingRefunds,
    ])
    return done
  }),
)
