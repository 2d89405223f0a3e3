import { expect, test } from 'vitest'
import { asUser, auditOf } from '../../tests/records.ts'
import { openMarketWithBooks, type Booked } from './books.ts'
import { member, settleInThePast } from './member.ts'

const { market, books } = await openMarketWithBooks()
const { sql } = market.server

/** Returns a booking's non-zero ledger balances by account, in minor units. */
async function accountsOf({ id }: Pick<Booked, 'id'>): Promise<Record<string, number>> {
  const rows = await sql<{ account: string; minor: number }[]>`
    select account, sum(amount_minor)::float8 as minor
    from public.ledger_entries join public.ledger_transactions transactions
      on transactions.id = transaction_id
    where booking_id = ${id} group by account having sum(amount_minor) <> 0`
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]))
}

test('the database rejects a ledger transaction that has no entries or whose entries do not add up to zero in each currency', async () => {
  const add = (entries: [string, number, string][]) =>
    sql.begin(async (transaction) => {
      const [row] = await transaction<{ id: number }[]>`
        insert into public.ledger_transactions (kind, note) values ('correction', 'test')
        returning id`
      for (const [account, minor, currency] of entries)
        await transaction`
          insert into public.ledger_entries (transaction_id, account, amount_minor, currency)
          values (${row!.id}, ${account}, ${minor}, ${currency})`
    })
  await expect(add([])).rejects.toThrow('does not balance')
  await expect(add([['bank', 5, 'USD']])).rejects.toThrow('does not balance')
  await expect(
    add([
      ['bank', 5, 'USD'],
      ['adjustments', -5, 'EUR'],
    ]),
  ).rejects.toThrow('does not balance')
  await add([
    ['bank', 5, 'USD'],
    ['adjustments', -5, 'USD'],
  ])
})

test('neither service_role nor postgres can change, delete or truncate the ledger', async () => {
  await books.book()
  for (const role of ['service_role', 'postgres'])
    for (const change of [
      'update public.ledger_entries set amount_minor = 1',
      'delete from public.ledger_entries',
      "update public.ledger_transactions set note = 'x'",
      'delete from public.ledger_transactions',
      'truncate public.ledger_entries',
    ])
      await expect(
        sql.begin(async (transaction) => {
          await transaction.unsafe(`set local role ${role}`)
          await transaction.unsafe(change)
        }),
      ).rejects.toThrow(/append-only|permission denied/)
})

test('the ledger divides a charge between host and platform, and updates the division after refunds and payouts', async () => {
  const booked = await books.book()
  expect(await accountsOf(booked)).toEqual({
    stripe_balance: 22_000,
    host_payable: -18_000,
    platform_fees: -2000,
    host_commission: -2000,
  })
  await books.payHosts()
  expect(await accountsOf(booked)).toEqual({
    stripe_balance: 4000,
    platform_fees: -2000,
    host_commission: -2000,
  })
  await books.refund(booked, 11_000)
  await books.agree()
  expect(await accountsOf(booked)).toEqual({
    stripe_balance: -7000,
    host_debts: 9000,
    platform_fees: -1000,
    host_commission: -1000,
  })
})

test('the ledger books an open dispute in a separate account until the bank decides', async () => {
  const booked = await books.book()
  await books.dispute({ charge: booked.charge, action: 'open' })
  await books.agree()
  expect(await accountsOf(booked)).toMatchObject({ disputes: 22_000, host_payable: -18_000 })
  await books.dispute({ charge: booked.charge, action: 'lose' })
  await books.agree()
  expect(await accountsOf(booked)).toEqual({})
})

test('reversing a transfer in the Stripe dashboard repays the debt of the host', async () => {
  const booked = await books.book()
  await books.payHosts()
  await books.refund(booked)
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({ owed: 18_000 })
  await reverse(booked)
  expect(await books.payout(booked)).toMatchObject({ status: 'cancelled', owed: 0 })
  expect(await accountsOf(booked)).toEqual({})
})

test('if a transfer is reversed and the host has no debt, the payout is held and not sent again', async () => {
  const booked = await books.book()
  await books.payHosts()
  await reverse(booked)
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([18_000])
  expect(await books.payout(booked)).toMatchObject({ status: 'scheduled', frozen: true })
  expect(await accountsOf(booked)).toMatchObject({ host_payable: -18_000 })
})

test('to send a reversed payout again, an admin must give a reason, and the audit log shows the amount and the booking', async () => {
  const booked = await books.book()
  await books.payHosts()
  await reverse(booked)
  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const [payout] = await sql<{ id: string }[]>`
    select id from public.payouts where booking_id = ${booked.id}`
  const resolve = (reason: string | null) =>
    asUser(
      sql,
      admin.id,
      (transaction) => transaction`
        select public.resolve_reversed_transfer(${payout!.id}, 'send_again', ${reason})`,
    )
  for (const reason of [null, ' '])
    await expect(resolve(reason)).rejects.toMatchObject({ detail: 'reason_required' })
  const [held] = await asUser(
    sql,
    admin.id,
    (transaction) => transaction`
      select payout_held_minor(payouts)::int as minor from payouts where id = ${payout!.id}`,
  )
  expect(held).toEqual({ minor: 18_000 })
  await resolve('The host was asked')
  expect(await auditOf(sql, admin.id, payout!.id)).toEqual([
    { action: 'payout.send_again', target: 'Loft', booking_id: booked.id, amount: '18000 USD' },
  ])
})

test('the debt of a host who deletes the account becomes a loss of the platform', async () => {
  const host = await member(market, 'leaver')
  await market.onboard(host)
  const booked = await books.book({ host })
  await settleInThePast(market, booked.id)
  await books.payHosts()
  await books.refund(booked)
  await books.agree()
  expect(await accountsOf(booked)).toMatchObject({ host_debts: 18_000 })
  expect(await host.deleteAccount()).toMatchObject({ status: 200 })
  await books.agree()
  expect(await accountsOf(booked)).toEqual({ stripe_balance: -18_000, bad_debts: 18_000 })
  expect(await books.payout(booked)).toMatchObject({ owed: 0 })
})

async function reverse({ id }: Booked): Promise<void> {
  const { data } = await market.stripe.transfers.list({ limit: 100 })
  const transfer = data.find(({ metadata }) => metadata.booking_id === id)
  await market.stripe.transfers.createReversal(transfer!.id)
  await books.agree()
}
