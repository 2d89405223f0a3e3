import type { Stripe } from 'stripe'
import { z } from 'zod'
import { requireServiceRole } from '#functions/_shared/caller.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { forEachAtMost } from '#functions/_shared/jobs.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { processEvent } from '#functions/_shared/stripe-events.ts'
import { idOf, stripeClient } from '#functions/_shared/stripe.ts'

/**
 * Compares the ledger with Stripe once a day. Events that the webhook has missed are processed
 * first, by the code of the webhook. What still differs is stored for the admins. `force` runs
 * although the last run is less than a day old.
 */
Deno.serve(
  serveJson({
    caller: requireServiceRole,
    body: z.object({ force: z.boolean().default(false) }),
    work: async ({ force }) => {
      const [run] = await query<{ id: number; since: Date }>`
        select id, since from begin_reconciliation(p_force => ${force})`
      if (!run) return { ran: false }
      const created = { gte: Math.floor(run.since.getTime() / 1000) }
      const replayed = await replayMissedEvents(created)
      const transactions: Movement[] = []
      const listed = stripeClient().balanceTransactions.list({ created, limit: 100 })
      for await (const transaction of listed) transactions.push(movementOf(transaction))
      const drift = await queryValue<number>`
        select finish_reconciliation(p_run_id => ${run.id}, p_replayed => ${replayed},
          p_transactions => ${JSON.stringify(transactions)}::text::jsonb,
          p_balances => ${JSON.stringify(await balances())}::text::jsonb)`
      return { ran: true, checked: transactions.length, replayed, drift }
    },
  }),
)

/** Events that change the ledger and are recorded in `webhook_events` once processed. */
const replayedTypes: Stripe.EventListParams['types'] = [
  'payment_intent.succeeded',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'transfer.reversed',
]

async function replayMissedEvents(created: { gte: number }): Promise<number> {
  const events: Stripe.Event[] = []
  const listed = stripeClient().events.list({ types: replayedTypes, created, limit: 100 })
  for await (const event of listed) events.unshift(event)
  const known = await query<{ id: string }>`
    select id from webhook_events where id = any(${events.map(({ id }) => id)})`
  const seen = new Set(known.map(({ id }) => id))
  const missed = events.filter(({ id }) => !seen.has(id))
  return forEachAtMost(1, missed, processEvent)
}

type Movement = {
  id: string
  /** Kind of the movement in the ledger, or Stripe's type if the ledger has no such kind. */
  kind: string
  stripe_id: string
  amount: number
  fee: number
  currency: string
}

const kinds: Partial<Record<Stripe.BalanceTransaction.Type, string>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failed',
  payment_failure_refund: 'refund_failed',
  transfer: 'transfer',
  transfer_refund: 'transfer_reversed',
  payout: 'bank_payout',
  payout_failure: 'bank_payout_failed',
  payout_cancel: 'bank_payout_failed',
  stripe_fee: 'stripe_fee',
}

function movementOf(transaction: Stripe.BalanceTransaction): Movement {
  const { id, type, amount, fee, currency } = transaction
  const source = idOf(transaction.source) ?? id
  const isDispute = /^(dp|du)_/.test(source)
  const kind = isDispute ? (amount < 0 ? 'dispute' : 'dispute_won') : (kinds[type] ?? type)
  return { id, kind, stripe_id: source, amount, fee, currency }
}

/** Returns the platform's balance at Stripe by currency, including money that is not available yet. */
async function balances(): Promise<Record<string, number>> {
  const { available, pending } = await stripeClient().balance.retrieve()
  const sums: Record<string, number> = {}
  for (const { currency, amount } of [...available, ...pending])
    sums[currency] = (sums[currency] ?? 0) + amount
  return sums
}
