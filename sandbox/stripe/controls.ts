import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { audienceOf, requireSecretKey } from './core/auth.ts'
import { noRequest, type World } from './core/call.ts'
import type { Clock } from './core/clock.ts'
import { StripeError } from './core/errors.ts'
import { present } from './core/present.ts'
import { platformOwner, type Kept } from './core/store.ts'
import { body } from './core/control-body.ts'
import { historySchema, importHistory } from './history.ts'
import { addMoneyControls } from './money-controls.ts'
import { completeOnboarding, findAccount, restrictAccount } from './resources/accounts.ts'
import type { WebhookDispatcher } from './webhooks/dispatcher.ts'
import { setWebhookMode, webhookModes, webhookMode } from './webhooks/mode.ts'

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
})
const accountSchema = z.strictObject({
  account: z.string(),
  action: z.enum(['complete', 'restrict']),
})

/** What tests and demos do to the sandbox behind the product's back: time, webhooks, banks. JSON in and out. */
export function createControls(
  world: World & { clock: Clock },
  dispatcher: WebhookDispatcher,
): Hono {
  const { store, clock } = world
  const acting = { ...world, origin: noRequest }
  const app = new Hono()
  app.use('/test/*', async (c, next) => {
    requireSecretKey(audienceOf(c.req.header('authorization'), world.config))
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

  app.get('/test/state', (c) => c.json(stateOf(world)))

  app.post('/test/webhooks', async (c) => {
    const { mode } = await body(c.req.raw, modeSchema)
    setWebhookMode(store, mode)
    return c.json({ mode })
  })
  app.post('/test/webhooks/flush', async (c) => {
    const options = await body(c.req.raw, flushSchema)
    return c.json({ deliveries: await dispatcher.flush(options) })
  })

  addMoneyControls(app, acting)

  app.post('/test/accounts', async (c) => {
    const { account: id, action } = await body(c.req.raw, accountSchema)
    const account = findAccount(world, id)
    store.transaction(() => {
      if (action === 'restrict') return restrictAccount(acting, account)
      const businessType = account.business_type === 'company' ? 'company' : 'individual'
      return completeOnboarding(acting, account, {
        businessType,
        name: account.business_profile?.name ?? 'Test Host',
      })
    })
    return c.json(account)
  })

  app.post('/test/history', async (c) =>
    c.json(importHistory(world, await body(c.req.raw, historySchema))),
  )
  return app
}

function stateOf({ store, clock }: World) {
  const all = (kind: string) => store.list<Kept>(kind).map((object) => present(object))
  const balances: Record<string, Record<string, number>> = { [platformOwner]: {} }
  const rows = store.rows<{ owner: string; currency: string; amount: number }>(
    'select * from balances',
  )
  for (const { owner, currency, amount } of rows) (balances[owner] ??= {})[currency] = amount
  return {
    now: clock.now().toISOString(),
    payment_intents: all('payment_intent'),
    charges: all('charge'),
    refunds: all('refund'),
    disputes: all('dispute'),
    accounts: all('account'),
    transfers: all('transfer'),
    payouts: all('payout'),
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
