import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '@hourspace/domain/money.ts'
import { asUser, auditOf } from '../../tests/records.ts'
import { interceptStripe, serverError } from './intercept-stripe.ts'
import { openBooks } from './books.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { openMailbox } from './mailbox.ts'
import { inDays, openMarket } from './market.ts'

const { shareMinor, totalMinor } = expectedAmounts(20_000)

let market: Awaited<ReturnType<typeof openMarket>>
let books: ReturnType<typeof openBooks>
let mailbox: ReturnType<typeof openMailbox>

beforeAll(async () => {
  market = await openMarket()
  books = openBooks(market)
  mailbox = openMailbox(market.server)
})

afterAll(() => mailbox.stopServer())

const claim = () => market.server.sql<{ id: string; amount_minor: string; is_payable: boolean }[]>`
  select id, amount_minor, is_payable from public.claim_payouts(${inDays(9)})`

async function chargeBack(charge: string) {
  await books.dispute({ charge, action: 'open' })
  await books.dispute({ charge, action: 'lose' })
  await market.webhooksDelivered()
}

test('a host gets one email per payout, which contains the transferred amount', async () => {
  const booked = await books.book({ price: 5001, currency: 'JPY' })
  await books.payHosts()
  await books.payHosts()
  await mailbox.hurry()
  await market.server.runJobs()
  const mail = await mailbox.arrived(await mailbox.addressOf(booked.host), /^Payout sent/)
  expect(mail.subject).toBe(
    `Payout sent: ${formatMoney(expectedAmounts(2 * 5001).shareMinor, 'JPY')} for Loft`,
  )
  for (const part of [mail.text, mail.html]) expect(part).toContain('3 to 5 business days')
  expect(await books.mailsTo(booked.host)).toEqual(['new-booking', 'payout-sent'])
})

test("if a host's debt uses up a whole payout, no transfer is made and one email explains the deduction", async () => {
  const first = await books.book()
  await books.payHosts()
  await mailbox.hurry()
  await market.server.runJobs()
  await chargeBack(first.charge)
  const second = await books.book({ host: first.host, price: 50 })
  await books.payHosts()
  expect(await books.sentFor(second)).toEqual([])
  expect(await books.payout(second)).toMatchObject({ status: 'paid', withheld: shareMinor / 2 })
  expect(await books.payout(first)).toMatchObject({ owed: shareMinor / 2 })
  await mailbox.hurry()
  await market.server.runJobs()
  const mail = await mailbox.arrived(
    await mailbox.addressOf(first.host),
    /^Your share covered an earlier refund/,
  )
  expect(mail.text).toContain(
    `Deducted for an earlier refund: −${formatMoney(shareMinor / 200, 'USD')}`,
  )
  await books.agree()
})

test('a payout claimed before a crash is transferred once, with the claimed amount', async () => {
  const first = await books.book()
  await books.payHosts()
  await chargeBack(first.charge)
  const second = await books.book({ host: first.host, price: 200 })
  const [claimed] = await claim()
  expect(claimed).toMatchObject({ amount_minor: String(shareMinor), is_payable: true })
  expect(await claim()).toEqual([claimed])
  await Promise.all([books.payHosts(), books.payHosts(), books.payHosts()])
  expect(await books.sentFor(second)).toEqual([shareMinor])
  expect(await books.payout(first)).toMatchObject({ owed: 0, repaid: shareMinor })
  await books.agree()
})

test('if a payment is charged back after a crash, its payout is cancelled, or recorded with a host debt if the transfer was already made', async () => {
  const unsent = await books.book()
  const sent = await books.book()
  for (const { amount_minor, id } of await claim()) {
    const [row] = await market.server.sql`
      select booking_id, stripe_account_id from public.payouts
      join public.profiles on profiles.id = host_id where payouts.id = ${id}`
    if (row!['booking_id'] !== sent.id) continue
    const [payment] = await market.server.sql`
      select id from public.payments where booking_id = ${sent.id}`
    await market.stripe.transfers.create({
      amount: Number(amount_minor),
      currency: 'usd',
      destination: row!['stripe_account_id'],
      source_transaction: sent.charge,
      transfer_group: `payment_${payment!['id']}`,
      metadata: { payout_id: id, booking_id: sent.id, number: '1' },
    })
  }
  await chargeBack(unsent.charge)
  await chargeBack(sent.charge)
  await books.payHosts()
  expect(await books.payout(unsent)).toMatchObject({ status: 'cancelled', owed: 0 })
  expect(await books.payout(sent)).toMatchObject({ status: 'paid', owed: shareMinor })
  expect(await claim()).toEqual([])
  await books.agree()
})

test('a transfer is recorded in the ledger even if a dispute, a concurrent payout run and a crash occur during the transfer', async () => {
  const booked = await books.book()
  let requests = 0
  const crash = interceptStripe('/v1/transfers', async (_address, usual, init) => {
    if (init?.method !== 'POST') return usual()
    requests += 1
    if (requests === 1) {
      await books.dispute({ charge: booked.charge, action: 'open' })
      await market.webhooksDelivered()
      await books.payHosts()
      await usual()
    }
    throw new TypeError('The process is gone')
  })
  await books.payHosts()
  crash.mockRestore()
  expect(await books.payout(booked)).toMatchObject({ status: 'scheduled', frozen: true })
  await books.dispute({ charge: booked.charge, action: 'lose' })
  await market.webhooksDelivered()
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([shareMinor])
  expect(await books.payout(booked)).toMatchObject({ status: 'paid', owed: shareMinor })
  await books.agree()
})

/** Runs payout-hosts and simulates a crash after each transfer that Stripe makes. */
async function crashAfterTransfer() {
  const crash = interceptStripe('/v1/transfers', async (_address, usual, init) => {
    const answer = await usual()
    if (init?.method !== 'POST') return answer
    throw new TypeError('The process is gone')
  })
  await books.payHosts()
  crash.mockRestore()
}

test('a transfer made before a crash is recorded even if its host can no longer receive money', async () => {
  const host = await market.person('host')
  const account = await market.onboard(host)
  const booked = await books.book({ host })
  await crashAfterTransfer()
  await market.server.stripe.control('accounts', { account, action: 'restrict' })
  await market.webhooksDelivered()
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([shareMinor])
  expect(await books.payout(booked)).toMatchObject({ status: 'paid' })
  await books.agree()
})

test('a transfer that was reversed before it was recorded is recorded with its reversal', async () => {
  const booked = await books.book()
  await crashAfterTransfer()
  const { data } = await market.stripe.transfers.list({ limit: 100 })
  const transfer = data.find(({ metadata }) => metadata['booking_id'] === booked.id)
  await market.stripe.transfers.createReversal(transfer!.id)
  await market.webhooksDelivered()
  await books.agree()
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([shareMinor])
  expect(await books.payout(booked)).toMatchObject({ status: 'scheduled', frozen: true })
  await books.agree()
})

test('payout-hosts searches for one hour for a transfer whose request got no response, then abandons the transfer', async () => {
  const booked = await books.book()
  const silent = interceptStripe('/v1/transfers', (address, usual, init) =>
    init?.method === 'POST' ? serverError(address, usual) : usual(),
  )
  await books.payHosts()
  silent.mockRestore()
  await chargeBack(booked.charge)
  await books.payHosts()
  expect(await claim()).toMatchObject([{ amount_minor: String(shareMinor), is_payable: false }])
  await market.server
    .sql`update public.payouts set transfer_requested_at = transfer_requested_at - interval '1 hour'`
  await books.payHosts()
  expect(await claim()).toEqual([])
  expect(await books.sentFor(booked)).toEqual([])
  await books.agree()
})

test('a payout that is disputed after it was claimed is not transferred', async () => {
  const booked = await books.book()
  const dispute = interceptStripe('/v1/transfers', async (_address, usual) => {
    const answer = await usual()
    await books.dispute({ charge: booked.charge, action: 'open' })
    await market.webhooksDelivered()
    return answer
  })
  await books.payHosts()
  dispute.mockRestore()
  expect(await books.sentFor(booked)).toEqual([])
  expect(await claim()).toEqual([])
})

test('the host gets one email about a payout that the bank refuses, and the refusal stays recorded until a payout succeeds', async () => {
  const { host } = await books.book()
  await books.payHosts()
  const [profile] = await market.server.sql`
    select stripe_account_id as account from public.profiles where id = ${host.id}`
  const account = profile!['account'] as string
  const refusedSince = async () => {
    await market.webhooksDelivered()
    const [row] = await market.server.sql`
      select bank_refused_at from public.profiles where id = ${host.id}`
    return row!['bank_refused_at'] as Date | null
  }
  await market.server.stripe.control('payouts', { account, outcome: 'failed' })
  expect(await refusedSince()).toBeInstanceOf(Date)
  const mail = await mailbox.arrived(await mailbox.addressOf(host), 'Your bank refused a payout')
  expect(mail.text).toContain(formatMoney(shareMinor / 100, 'USD'))
  await market.server.stripe.control('payouts', { account, outcome: 'paid' })
  expect(await refusedSince()).toBeNull()
  for (const order of ['forward', 'reverse'])
    await market.server.stripe.control('webhooks/flush', { which: 'all', order })
  expect(await refusedSince()).toBeNull()
  expect((await books.mailsTo(host)).filter((name) => name === 'bank-refused')).toHaveLength(1)
})

test('after a refund fails, the host gets the deducted share in a second transfer, even if the sum of both transfers exceeds the charge', async () => {
  const first = await books.book()
  await books.payHosts()
  await books.refund(first, (totalMinor * 4) / 5)
  await market.webhooksDelivered()
  const second = await books.book({ host: first.host })
  await books.payHosts()
  expect(await books.payout(second)).toMatchObject({ withheld: (shareMinor * 4) / 5 })
  await books.endRefund(first, { action: 'fail' })
  // Earns fees that pay for the second transfer, which comes from the platform's balance.
  await books.book({ price: 2000 })
  await books.payHosts()
  expect(await books.sentFor(first)).toEqual([shareMinor, (shareMinor * 4) / 5])
  expect(await books.payout(first)).toMatchObject({ status: 'paid', owed: 0 })
  await books.agree()
})

/**
 * Answers transfer requests with a server error that is marked as the stored response to an earlier
 * request with the same idempotency key. If `isMade` is true, Stripe makes the first transfer
 * nevertheless. Returns the idempotency keys of the requests.
 */
function spoilTransfers(isMade: boolean) {
  const keys = new Set<string>()
  const spy = interceptStripe('/v1/transfers', async (_address, usual, init) => {
    if (init?.method !== 'POST') return usual()
    if (isMade && keys.size === 0) await usual()
    keys.add(new Headers(init.headers).get('idempotency-key') ?? '')
    return Response.json(
      { error: { type: 'api_error', message: 'Sorry' } },
      { status: 500, headers: { 'idempotent-replayed': 'true' } },
    )
  })
  return { keys, spy }
}

const endWaits = () =>
  market.server.sql`update public.payouts set retry_at = now() where retry_at is not null`

test('a transfer is retried with a new idempotency key if Stripe replays a server error for the old key', async () => {
  const booked = await books.book()
  const { keys, spy } = spoilTransfers(false)
  await books.payHosts()
  await books.payHosts()
  expect(keys.size).toBe(1)
  await endWaits()
  await books.payHosts()
  spy.mockRestore()
  expect(keys.size).toBe(2)
  await endWaits()
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([shareMinor])
  expect(await books.payout(booked)).toMatchObject({ status: 'paid' })
  await books.agree()
})

test('a transfer that Stripe made despite a server error is found and not made again', async () => {
  const booked = await books.book()
  const { spy } = spoilTransfers(true)
  await books.payHosts()
  spy.mockRestore()
  await endWaits()
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([shareMinor])
  expect(await books.payout(booked)).toMatchObject({ status: 'paid' })
  await books.agree()
})

test('an admin can settle a payout by other means after Stripe has refused it three times', async () => {
  const { sql } = market.server
  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const booked = await books.book()
  const refused = interceptStripe('/v1/transfers', async (_address, usual, init) =>
    init?.method === 'POST'
      ? Response.json(
          { error: { type: 'invalid_request_error', message: 'No such destination' } },
          { status: 400 },
        )
      : usual(),
  )
  const refusal = async () => {
    const [row] = await sql`
      select id, refused_at is not null as waits, last_error from public.payouts
      where booking_id = ${booked.id}`
    return row as unknown as { id: string; waits: boolean; last_error: string }
  }
  const { id } = await refusal()
  const resolve = (action: string, note = '') =>
    asUser(
      sql,
      admin.id,
      (tx) => tx`select public.resolve_refused_payout(${id}, ${action}, ${note})`,
    )
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(await refusal()).toMatchObject({ waits: false })
    await books.payHosts()
    await endWaits()
  }
  expect(await refusal()).toMatchObject({ waits: true, last_error: 'No such destination' })
  await resolve('retry')
  await expect(resolve('retry')).rejects.toThrow('not waiting')
  await books.payHosts()
  refused.mockRestore()
  expect(await refusal()).toMatchObject({ waits: true })
  await expect(resolve('settled')).rejects.toThrow('how and why')
  await resolve('settled', 'Paid by bank transfer')
  await books.payHosts()
  expect(await books.payout(booked)).toMatchObject({ status: 'paid', owed: 0 })
  expect(await books.sentFor(booked)).toEqual([])
  expect(await auditOf(sql, admin.id, id)).toEqual(
    ['payout.retry', 'payout.settled'].map((action) => ({
      action,
      target: 'Loft',
      booking_id: booked.id,
      amount: `${shareMinor} USD`,
    })),
  )
  await books.agree()
})
