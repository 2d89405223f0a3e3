import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import type { bookingClient } from './booking-client.ts'
import type { Product } from './product.ts'

/** Time limit in ms for jobs to finish the work that crashes have interrupted. */
const settleMs = 180_000

type Options = {
  product: Product
  sql: postgres.Sql
  client: ReturnType<typeof bookingClient>
  /** Ids of the bookings for which a guest received a confirmation. */
  acknowledged: ReadonlySet<string>
  /** Start of the run. Earlier payments are demo data and not compared. */
  since: Date
}

/**
 * Waits until jobs have finished interrupted work, then compares bookings, payments and ledger with
 * each other and with the Stripe fake. Returns the differences.
 */
export async function findViolations(options: Options): Promise<string[]> {
  const { product, client } = options
  const until = performance.now() + settleMs
  let wrong = await violations(options)
  while (wrong.length > 0 && performance.now() < until) {
    await sleep(5_000)
    wrong = await violations(options)
  }
  for (;;) {
    const comparison = await client
      .post<{ drift?: number; finished?: boolean }>(
        'reconcile-ledger',
        product.keys.serviceRoleKey,
        { force: true },
      )
      .catch(() => undefined)
    if (comparison?.status === 200 && comparison.body.finished !== false) {
      const { drift } = comparison.body
      // Searches for violations again, because reconcile-ledger may have changed bookings and
      // payments: it processes Stripe events whose webhooks were lost.
      wrong = await violations(options)
      return drift === 0 ? wrong : [...wrong, `the ledger differs from Stripe in ${drift} places`]
    }
    if (performance.now() > until + settleMs)
      return [...wrong, `the ledger was not compared: ${JSON.stringify(comparison)}`]
    await sleep(1_000)
  }
}

async function violations({ product, sql, acknowledged, since }: Options): Promise<string[]> {
  const found = await sql<{ text: string }[]>`
    select format('bookings %s and %s overlap', a.id, b.id) as text
    from bookings a join bookings b on a.space_id = b.space_id and a.id < b.id
      and a.start_time < b.end_time and b.start_time < a.end_time
    where a.status = 'confirmed' and b.status = 'confirmed'
    union all
    select format('transaction %s of the ledger does not balance', transaction_id)
    from ledger_entries group by transaction_id, currency having sum(amount_minor) <> 0
    union all
    select format('payments %s are of one booking', array_agg(id)) from payments
    where booking_id is not null group by booking_id having count(*) > 1
    union all
    select format('acknowledged booking %s does not exist', booking_id)
    from unnest(${[...acknowledged]}::uuid[]) as acknowledged(booking_id)
    where not exists (
      select from bookings where bookings.id = booking_id and status = 'confirmed')`
  const charged = (await intents(product)).filter(
    ({ created, amount_received: amount }) => amount > 0 && created * 1000 >= since.getTime(),
  )
  const settled = await sql<{ id: string }[]>`
    select stripe_payment_intent_id as id from payments
    where exists (
        select from bookings where bookings.id = booking_id and bookings.status = 'confirmed')
      or total_minor <= (
        select sum(amount_minor) from refunds where payment_id = payments.id and status <> 'void')`
  const known = new Set(settled.map(({ id }) => id))
  const lost = charged.filter(({ id }) => !known.has(id))
  return [
    ...found.map(({ text }) => text),
    ...lost.map(({ id }) => `charge ${id} has neither a booking nor a refund`),
  ]
}

type Intent = { id: string; created: number; amount_received: number }

async function intents(product: Product): Promise<Intent[]> {
  const all: Intent[] = []
  for (let after = ''; ;) {
    const url = `${product.url}/_sandbox/stripe/v1/payment_intents?limit=100${after}`
    const headers = { Authorization: `Bearer ${product.keys.stripeSecretKey}` }
    const page = (await (await fetch(url, { headers })).json()) as {
      data: Intent[]
      has_more: boolean
    }
    all.push(...page.data)
    if (!page.has_more) return all
    after = `&starting_after=${page.data.at(-1)!.id}`
  }
}
