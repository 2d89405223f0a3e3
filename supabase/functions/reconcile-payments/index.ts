import { expireChanges, finishEndedChanges } from '#functions/_shared/changes.ts'
import { query } from '#functions/_shared/database.ts'
import { forEachAtMost, serveJob } from '#functions/_shared/jobs.ts'
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
    const lapsed = await query<Payment>`select * from lapsed_payments(p_as_of => ${as_of})`
    await forEachAtMost(4, lapsed, async (payment) => {
      if (!(await recordMissedRequest(payment))) await releasePayment(payment)
    })
    const open = await query<Payment>`select * from unsettled_payments()`
    await forEachAtMost(4, open, async (payment) => {
      await settlePayment(await paymentIntentOf(payment))
    })
    const requests = await finishDueRequests()
    await expireChanges()
    await finishEndedChanges()
    await makeAllPendingRefunds()
    return { lapsed: lapsed.length, open: open.length, requests }
  }),
)
