import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { audienceOf, requireSecretKey } from './api.ts'
import { noRequest, type StripeContext, type EventContext, type Outage } from './core/context.ts'
import type { Clock } from './core/clock.ts'
import { StripeError } from './core/errors.ts'
import { present } from './core/present.ts'
import { platformOwner, type Kept, type Store } from './core/store.ts'
import { historySchema, importHistory } from './history.ts'
import {
  completeOnboarding,
  findAccount,
  reopenAccount,
  restrictAccount,
  reviewAccount,
  setSchedule,
} from './resources/accounts.ts'
import { expireAuthorization, refuseCapture } from './resources/authorizations.ts'
import type { WebhookDispatcher } from './webhooks/dispatcher.ts'
import { setWebhookMode, webhookModes, webhookMode } from './webhooks/emit.ts'
import { findCharge } from './resources/charges.ts'
import { closeDispute, escalateDispute, findDispute, openDispute } from './resources/disputes.ts'
import { completePayout, failPayout, sendToBank } from './resources/payouts.ts'
import { completeRefund, failRefund } from './resources/refunds.ts'

const tenYearsSeconds = 315_360_000

const clockSchema = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ advance: z.number().nonnegative().max(tenYearsSeconds) }),
])
const modeSchema = z.strictObject({ mode: z.enum(webhookModes) })
const flushSchema = z.strictObject({
  order: z.enum(['forward', 'reverse']).default('forward'),
  times: z.number().int().min(1).max(10).default(1),
  which: z.enum(['held', 'all']).default('held'),
  most: z.number().int().positive().default(1_000_000),
})
const outageSchema = z.strictObject({ kind: z.enum(['none', 'error', 'timeout']) })
const accountSchema = z.strictObject({
  account: z.string(),
  action: z.enum(['complete', 'restrict', 'review', 'reopen']).optional(),
  /** `schedule` sets when Stripe pays out the account's balance to the bank. */
  schedule: z
    .strictObject({
      interval: z.enum(['daily', 'weekly', 'monthly', 'manual']),
      delay_days: z.number().int().min(0).default(2),
      weekly_anchor: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday']).optional(),
      monthly_anchor: z.number().int().min(1).max(31).optional(),
    })
    .optional(),
})

export function createControls(
  context: StripeContext & { clock: Clock },
  dispatcher: WebhookDispatcher,
  outage: Outage,
): Hono {
  const { store, clock } = context
  const eventContext = { ...context, origin: noRequest }
  const app = new Hono()
  app.use('/test/*', async (c, next) => {
    requireSecretKey(audienceOf(c.req.header('authorization'), context.config))
    await next()
    dispatcher.wake()
  })
  app.onError((error) => {
    if (error instanceof StripeError)
      return new Response(JSON.stringify({ error: error.body }), { status: error.status })
    if (error instanceof HTTPException) return error.getResponse()
    throw error
  })

  app.get('/test/clock', (c) => c.json({ now: clock.now().toISOString() }))
  app.post('/test/clock', async (c) => {
    const wish = await body(c.req.raw, clockSchema)
    const target =
      'now' in wish ? new Date(wish.now) : new Date(clock.now().getTime() + wish.advance * 1000)
    if (!clock.moveTo(target))
      return c.json({ error: { message: 'The clock only moves forwards.' } }, 400)
    return c.json({ now: clock.now().toISOString() })
  })

  app.get('/test/state', (c) => c.json(stateOf(context)))

  app.post('/test/save', (c) => {
    store.save()
    return c.json({})
  })
  app.post('/test/restore', (c) => {
    store.restore()
    return c.json({})
  })

  app.get('/test/webhooks', (c) => c.json({ mode: webhookMode(store), waiting: waiting(store) }))
  app.post('/test/webhooks', async (c) => {
    const { mode } = await body(c.req.raw, modeSchema)
    setWebhookMode(store, mode)
    return c.json({ mode })
  })
  app.post('/test/webhooks/flush', async (c) => {
    const options = await body(c.req.raw, flushSchema)
    return c.json({ deliveries: await dispatcher.flush(options) })
  })

  app.post('/test/outage', async (c) => {
    const { kind } = await body(c.req.raw, outageSchema)
    outage.kind = kind
    return c.json(outage)
  })

  addMoneyControls(app, eventContext)

  app.post('/test/terms', async (c) => {
    const terms = await body(c.req.raw, termsSchema)
    store.setSetting('terms', JSON.stringify(terms))
    return c.json(terms)
  })

  app.post('/test/accounts', async (c) => {
    const { account: id, action, schedule } = await body(c.req.raw, accountSchema)
    const account = findAccount(context, id)
    store.transaction(() => {
      if (schedule) setSchedule(eventContext, account, schedule)
      if (!action) return
      if (action === 'restrict') return restrictAccount(eventContext, account)
      if (action === 'review') return reviewAccount(eventContext, account)
      if (action === 'reopen') return reopenAccount(eventContext, account)
      const businessType = account.business_type === 'company' ? 'company' : 'individual'
      return completeOnboarding(eventContext, account, {
        businessType,
        name: account.business_profile?.name ?? 'Test Host',
      })
    })
    return c.json(account)
  })

  app.post('/test/history', async (c) =>
    c.json(importHistory(context, await body(c.req.raw, historySchema))),
  )
  return app
}

const kinds = ['payment_intent', 'charge', 'refund', 'dispute', 'account', 'transfer', 'payout']

const termsSchema = z.strictObject({
  percent: z.number().min(0).max(100).default(0),
  fixed: z.number().int().min(0).default(0),
  settlement: z
    .strictObject({ currency: z.string().length(3), rate: z.number().positive() })
    .nullable()
    .default(null),
})

function stateOf({ store, clock }: StripeContext) {
  const all = (kind: string) => store.list<Kept>(kind).map((object) => present(object))
  const balances: Record<string, Record<string, number>> = { [platformOwner]: {} }
  const rows = store.rows<{ owner: string; currency: string; amount: number }>(
    'select * from balances',
  )
  for (const { owner, currency, amount } of rows) (balances[owner] ??= {})[currency] = amount
  return {
    now: clock.now().toISOString(),
    ...Object.fromEntries(kinds.map((kind) => [`${kind}s`, all(kind)])),
    balances,
    webhooks: {
      mode: webhookMode(store),
      deliveries: store.rows(
        `select d.event, o.data ->> 'type' as type, d.state, d.attempts, d.last_result
         from deliveries d join objects o on o.id = d.event order by d.seq`,
      ),
    },
  }
}

/** Returns the number of webhook deliveries that the receiver has not accepted yet. */
function waiting(store: Store): number {
  const sql = "select count(*) as count from deliveries where state <> 'delivered'"
  return store.row<{ count: number }>(sql)!.count
}

/** Parses the JSON body of a test control. Throws a 400 error that names the invalid field. */
async function body<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const body: unknown = await request.json().catch(() => ({}))
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new HTTPException(400, { message: z.prettifyError(result.error) })
}

const disputeSchema = z.strictObject({
  charge: z.string().optional(),
  dispute: z.string().optional(),
  action: z.enum(['open', 'inquire', 'escalate', 'win', 'lose']),
  /**
   * `amount` of the dispute in minor units. Default: the part of the charge that is not refunded or
   * disputed.
   */
  amount: z.number().int().positive().optional(),
  reason: z.string().default('fraudulent'),
})
const authorizationSchema = z.strictObject({
  payment_intent: z.string(),
  action: z.enum(['expire', 'refuse']),
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

/** Adds test controls for a bank's decisions on authorizations, disputes, refunds and payouts. */
function addMoneyControls(app: Hono, eventContext: EventContext): void {
  const { store } = eventContext

  app.post('/test/disputes', async (c) => {
    const { charge, action, reason, amount, ...which } = await body(c.req.raw, disputeSchema)
    const dispute = store.transaction(() => {
      if (action === 'open' || action === 'inquire')
        return openDispute(eventContext, findCharge(eventContext, charge ?? '', 'charge'), {
          reason,
          isInquiry: action === 'inquire',
          ...(amount && { amount }),
        })
      const found = findDispute(eventContext, { ...which, ...(charge && { charge }) })
      if (action === 'escalate') return escalateDispute(eventContext, found)
      return closeDispute(eventContext, found, action === 'win' ? 'won' : 'lost')
    })
    return c.json(dispute)
  })

  app.post('/test/authorizations', async (c) => {
    const { payment_intent: id, action } = await body(c.req.raw, authorizationSchema)
    const act = action === 'expire' ? expireAuthorization : refuseCapture
    return c.json(present(store.transaction(() => act(eventContext, id))))
  })

  app.post('/test/refunds', async (c) => {
    const { refund, action, reason } = await body(c.req.raw, refundSchema)
    return c.json(
      store.transaction(() =>
        action === 'fail'
          ? failRefund(eventContext, refund, reason)
          : completeRefund(eventContext, refund),
      ),
    )
  })

  app.post('/test/payouts', async (c) => {
    const { account, currency, outcome } = await body(c.req.raw, payoutSchema)
    const { id } = findAccount(eventContext, account)
    return c.json(
      store.transaction(() => {
        const payout = sendToBank(eventContext, id, currency)
        return outcome === 'paid'
          ? completePayout(eventContext, id, payout)
          : failPayout(eventContext, id, payout)
      }),
    )
  })
}
