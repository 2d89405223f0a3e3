import type { Hono } from 'hono'
import { z } from 'zod'
import type { Acting } from './core/call.ts'
import { body } from './core/control-body.ts'
import { findAccount } from './resources/accounts.ts'
import { findCharge } from './resources/charges.ts'
import { closeDispute, escalateDispute, findDispute, openDispute } from './resources/disputes.ts'
import { completePayout, failPayout, sendToBank } from './resources/payouts.ts'
import { completeRefund, failRefund } from './resources/refund-outcomes.ts'

const disputeSchema = z.strictObject({
  charge: z.string().optional(),
  /** Which one of the charge; the last when it does not say. */
  dispute: z.string().optional(),
  action: z.enum(['open', 'inquire', 'escalate', 'win', 'lose']),
  /** Minor units; everything that is left when it does not say. */
  amount: z.number().int().positive().optional(),
  reason: z.string().default('fraudulent'),
})
const refundSchema = z.strictObject({
  refund: z.string(),
  action: z.enum(['fail', 'succeed']),
  reason: z.string().default('unknown'),
})
const payoutSchema = z.strictObject({
  account: z.string(),
  currency: z.string().toLowerCase().default('usd'),
  outcome: z.enum(['paid', 'failed']),
})

/** What banks do with the money, behind everybody's back: disputes, refunds and payouts. */
export function addMoneyControls(app: Hono, acting: Acting): void {
  const { store } = acting

  app.post('/test/disputes', async (c) => {
    const { charge, action, reason, amount, ...which } = await body(c.req.raw, disputeSchema)
    const dispute = store.transaction(() => {
      if (action === 'open' || action === 'inquire')
        return openDispute(acting, findCharge(acting, charge ?? '', 'charge'), {
          reason,
          isInquiry: action === 'inquire',
          ...(amount && { amount }),
        })
      const found = findDispute(acting, { ...which, ...(charge && { charge }) })
      if (action === 'escalate') return escalateDispute(acting, found)
      return closeDispute(acting, found, action === 'win' ? 'won' : 'lost')
    })
    return c.json(dispute)
  })

  app.post('/test/refunds', async (c) => {
    const { refund, action, reason } = await body(c.req.raw, refundSchema)
    return c.json(
      store.transaction(() =>
        action === 'fail' ? failRefund(acting, refund, reason) : completeRefund(acting, refund),
      ),
    )
  })

  app.post('/test/payouts', async (c) => {
    const { account, currency, outcome } = await body(c.req.raw, payoutSchema)
    const { id } = findAccount(acting, account)
    return c.json(
      store.transaction(() => {
        const payout = sendToBank(acting, id, currency)
        return outcome === 'paid'
          ? completePayout(acting, id, payout)
          : failPayout(acting, id, payout)
      }),
    )
  })
}
