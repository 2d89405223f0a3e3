import { expect, test } from 'vitest'
import { asUser, auditOf } from '../../tests/records.ts'
import { openMarketWithBooks } from './books.ts'

const { market, books } = await openMarketWithBooks()
const { sql, stripe: sandbox } = market.server

const differences = () => sql`
  select kind, movement, stripe_minor::int as stripe, ledger_minor::int as ledger
  from public.reconciliation_differences
  where gone_at is null and repaired_at is null order by id`

test('the reconciliation finds no difference after a booking, a payout, a refund and a lost dispute', async () => {
  const booked = await books.book()
  await books.payHosts()
  await books.refund(booked, 1000)
  const disputed = await books.book()
  await books.dispute({ charge: disputed.charge, action: 'open' })
  await books.dispute({ charge: disputed.charge, action: 'lose' })
  await books.agree()
  expect(await market.reconcile()).toMatchObject({ replayed: 0, drift: 0 })
  expect(await differences()).toEqual([])
})

test('the reconciliation processes refunds, disputes and reversals whose events were lost', async () => {
  const refunded = await books.book()
  const disputed = await books.book()
  const reversed = await books.book()
  await books.payHosts()
  await market.webhooksDelivered()
  await sandbox.control('webhooks', { mode: 'off' })
  await books.refund(refunded)
  await books.dispute({ charge: disputed.charge, action: 'open' })
  const { data } = await market.stripe.transfers.list({ limit: 100 })
  const transfer = data.find(({ metadata }) => metadata.booking_id === reversed.id)
  await market.stripe.transfers.createReversal(transfer!.id)
  await sandbox.control('webhooks', { mode: 'on' })
  const run = await market.reconcile()
  expect(run).toMatchObject({ drift: 0 })
  expect(run.replayed).toBeGreaterThanOrEqual(3)
  const replayed = await market.server.sql`select from public.webhook_events where is_replayed`
  expect(replayed.length).toBeGreaterThanOrEqual(3)
  await books.agree()
  expect(await books.booking(refunded)).toMatchObject({ refunded: 220 })
  expect(await books.payout(disputed)).toMatchObject({ dispute: 'open', frozen: true })
  expect(await market.reconcile()).toMatchObject({ replayed: 0, drift: 0 })
})

test("the reconciliation records Stripe's fees and the conversion to the settlement currency", async () => {
  await sandbox.control('terms', {
    percent: 3,
    fixed: 30,
    settlement: { currency: 'eur', rate: 0.5 },
  })
  const booked = await books.book()
  await sandbox.control('terms', {})
  await market.webhooksDelivered()
  expect(await market.reconcile()).toMatchObject({ drift: 0 })
  await books.agree()
  const rows = await sql`
    select account, currency, sum(amount_minor)::int as minor
    from public.ledger_entries join public.ledger_transactions moved on moved.id = transaction_id
    where booking_id = ${booked.id} and account in ('stripe_balance', 'stripe_fees')
    group by 1, 2 having sum(amount_minor) <> 0 order by 1, 2`
  expect([...rows]).toEqual([
    { account: 'stripe_balance', currency: 'EUR', minor: 10_640 },
    { account: 'stripe_fees', currency: 'EUR', minor: 360 },
  ])
  expect(await market.reconcile()).toMatchObject({ drift: 0 })
})

test('the reconciliation reports a ledger movement that is missing at Stripe, and an admin can correct the ledger once with a reason', async () => {
  const booked = await books.book()
  await sql`
    select public.record_in_ledger(payments, 'refund', -500, 're_by_hand')
    from public.payments where booking_id = ${booked.id}`
  expect(await market.reconcile()).toMatchObject({ drift: 1 })
  expect([...(await differences())]).toEqual([
    { kind: 'missing_at_stripe', movement: 'refund', stripe: 0, ledger: -500 },
  ])
  const [difference] = await sql<{ id: number }[]>`
    select id::int from public.reconciliation_differences where gone_at is null`
  const repair = (person: { id: string }, reason = 'Entered by mistake') =>
    asUser(
      sql,
      person.id,
      (transaction) => transaction`select public.repair_difference(${difference!.id}, ${reason})`,
    )
  await expect(repair(booked.guest)).rejects.toThrow('Admins only')
  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  await expect(repair(admin, ' ')).rejects.toThrow('reason')
  await repair(admin)
  await expect(repair(admin)).rejects.toThrow('already been resolved')
  expect(await auditOf(sql, admin.id, String(difference!.id))).toEqual([
    { action: 'difference.repair', target: 'Loft', booking_id: booked.id, amount: '500 USD' },
  ])
  await books.agree()
  const [entry] = await sql`
    select note, actor_id from public.ledger_transactions where kind = 'correction'`
  expect(entry).toEqual({ note: 'refund re_by_hand: Entered by mistake', actor_id: admin.id })
  expect(await market.reconcile()).toMatchObject({ drift: 0 })
})

test('a reconciliation that exceeds its time budget continues in the next call, and reads events and balance transactions in pages', async () => {
  const booked = await books.book()
  for (let refunds = 0; refunds < 4; refunds += 1) await books.refund(booked, 1)
  await market.webhooksDelivered()
  const calls: object[] = []
  for (let isFinished = false; !isFinished && calls.length < 50;) {
    const { body } = await market.postAsServer('reconcile-ledger', {
      force: true,
      seconds: 0,
      page_size: 5,
    })
    calls.push(body)
    isFinished = (body as { finished: boolean }).finished
  }
  expect(calls.length).toBeGreaterThanOrEqual(4)
  expect(calls.at(-1)).toMatchObject({ finished: true, drift: 0 })
  expect(await sql`select * from public.reconciliation_movements`).toHaveLength(0)
  const { checked } = calls.at(-1) as { checked: number }
  const [ledger] = await sql<{ count: number }[]>`
    select count(*)::int from public.ledger_movements
    where kind not in ('fee', 'conversion', 'correction', 'claims') and stripe_id <> 're_by_hand'`
  expect(checked).toBe(ledger!.count)
})

test('without `force`, reconcile-ledger does not start again right after a run', async () => {
  expect((await market.postAsServer('reconcile-ledger', {})).body).toEqual({ ran: false })
})
