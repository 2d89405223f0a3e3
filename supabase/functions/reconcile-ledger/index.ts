import type { Stripe } from 'stripe'
import { z } from 'zod'
import { requireServiceRole } from '#functions/_shared/caller.ts'
import { query } from '#functions/_shared/database.ts'
import { jobResponseSchema } from '#functions/_shared/jobs.ts'
import { logError } from '#functions/_shared/log.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { processEvent } from '#functions/_shared/stripe-events.ts'
import { idOf, stripeClient } from '#functions/_shared/stripe.ts'

type Run = { id: number; since: Date; step: string; read_to: string | null }
type Limits = { pageSize: number; until: number }

/**
 * Processes missed webhook events once a day, then compares the ledger with Stripe and stores
 * differences for admins. A call stops after `seconds`, and the next call continues. `force`
 * ignores the daily limit.
 */
Deno.serve(
  serveJson({
    caller: requireServiceRole,
    body: z.object({
      force: z.boolean().default(false),
      seconds: z.number().nonnegative().default(40),
      page_size: z.number().int().min(1).max(100).default(100),
    }),
    response: jobResponseSchema,
    work: async ({ force, seconds, page_size: pageSize }) => {
      const [run] = await query<Run>`
        select id, since, step, read_to from begin_reconciliation(p_force => ${force})`
      if (!run) return { ran: false }
      const until = performance.now() + seconds * 1000
      const limits = { pageSize, until }
      if (run.step === 'events') {
        const isRead = await replayMissedEvents(run, limits)
        if (!isRead || performance.now() >= until) return { ran: true, finished: false }
        run.read_to = null
      }
      const isRead = await readBalanceTransactions(run, limits)
      if (!isRead) return { ran: true, finished: false }
      await query`
        select finish_reconciliation(p_run_id => ${run.id},
          p_balances => ${JSON.stringify(await balances())}::text::jsonb)`
      const [result] = await query`
        select checked, replayed, drift from reconciliation_runs where id = ${run.id}`
      return { ran: true, finished: true, ...result }
    },
  }),
)

/**
 * Reads a Stripe list in pages, newest first, from the object at which the last call stopped.
 * Returns false if the time budget ends before the last page.
 */
async function readPages<Item extends { id: string }>(
  run: Run,
  { pageSize, until }: Limits,
  list: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Item>>,
  save: (items: Item[], readTo: string | null) => Promise<unknown>,
): Promise<boolean> {
  let after = run.read_to
  do {
    const page = await list({ limit: pageSize, ...(after && { starting_after: after }) })
    after = page.has_more ? (page.data.at(-1)?.id ?? null) : null
    await save(page.data, after)
  } while (after !== null && performance.now() < until)
  return after === null
}

const createdSince = ({ since }: Run) => ({ gte: Math.floor(since.getTime() / 1000) })

/**
 * Types of events that change the ledger and that are recorded in `webhook_events` once processed.
 */
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

async function replayMissedEvents(run: Run, limits: Limits): Promise<boolean> {
  return readPages(
    run,
    limits,
    (page) =>
      stripeClient().events.list({ types: replayedTypes, created: createdSince(run), ...page }),
    async (events, readTo) => {
      const known = await query<{ id: string }>`
        select id from webhook_events where id = any(${events.map(({ id }) => id)})`
      const seen = new Set(known.map(({ id }) => id))
      const missed = events.filter(({ id }) => !seen.has(id)).toReversed()
      // An event that fails is logged and does not stop the comparison with Stripe.
      let replayed = 0
      for (const event of missed) {
        try {
          await processEvent(event)
          await query`update webhook_events set is_replayed = true where id = ${event.id}`
          replayed += 1
        } catch (cause) {
          logError(`the missed event ${event.id} failed; the run of the next day repeats it`, cause)
        }
      }
      await query`select record_replayed_events(p_run_id => ${run.id},
        p_replayed => ${replayed}, p_read_to => ${readTo})`
    },
  )
}

async function readBalanceTransactions(run: Run, limits: Limits): Promise<boolean> {
  return readPages(
    run,
    limits,
    (page) => stripeClient().balanceTransactions.list({ created: createdSince(run), ...page }),
    (transactions, readTo) => query`
      select record_balance_transactions(p_run_id => ${run.id},
        p_transactions => ${JSON.stringify(transactions.map(movementOf))}::text::jsonb,
        p_read_to => ${readTo})`,
  )
}

type Movement = {
  id: string
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

/** Returns the platform's Stripe balance by currency, including pending money. */
async function balances(): Promise<Record<string, number>> {
  const { available, pending } = await stripeClient().balance.retrieve()
  const sums: Record<string, number> = {}
  for (const { currency, amount } of [...available, ...pending])
    sums[currency] = (sums[currency] ?? 0) + amount
  return sums
}
