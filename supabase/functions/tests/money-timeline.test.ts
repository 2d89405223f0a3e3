import { expect, test } from 'vitest'
import { asUser } from '../../tests/records.ts'
import { openMarketWithBooks, type Booked } from './books.ts'
import { inDays } from './market.ts'

const { market, books } = await openMarketWithBooks()
const { sql, stripe: sandbox } = market.server

type Row = { kind: string; state: string; reason: string | null; amount: number | null }

/** Returns a booking's money timeline as a user sees it, as texts "state kind amount (reason)". */
async function timeline(bookingId: string, userId: string, as: string | null = null) {
  const rows = await asUser(
    sql,
    userId,
    (transaction) => transaction<Row[]>`
      select kind, state, reason, amount_minor::int as amount
      from public.booking_money_timeline(${bookingId}, ${as})`,
  )
  return rows.map(({ kind, state, reason, amount }) =>
    [state, kind, amount, reason && `(${reason})`].filter((part) => part !== null).join(' '),
  )
}

const endOf = (booked: Booked) =>
  sql`update public.payouts set due_at = now() - interval '1 hour' where booking_id = ${booked.id}`

test('the money timeline shows guest and host the charge and the reason why the host share is still held', async () => {
  const booked = await books.book()
  expect(await timeline(booked.id, booked.guest.id)).toEqual([
    'done paid 22000',
    'now held (until_a_day_after_end)',
  ])
  expect(await timeline(booked.id, booked.host.id)).toEqual([
    'done paid 22000',
    'now held 18000 (until_a_day_after_end)',
    'next expected_at_bank 18000 (daily)',
  ])
})

test('only the guest, the host and admins can see the money timeline of a booking', async () => {
  const booked = await books.book()
  const other = await market.person('other')
  expect(await timeline(booked.id, other.id)).toEqual([])
  expect(await timeline(booked.id, other.id, 'admin')).toEqual([])
  await sql`update public.profiles set is_admin = true where id = ${other.id}`
  expect(await timeline(booked.id, other.id, 'admin')).toContain('done paid 22000')
})

test('the money timeline shows the host the transfer and the payout to the bank, or that the bank refused the payout', async () => {
  const booked = await books.book()
  await books.payHosts()
  expect(await timeline(booked.id, booked.host.id)).toEqual([
    'done paid 22000',
    'done sent 18000',
    'next expected_at_bank 18000 (daily)',
  ])
  const [host] = await sql<{ account: string }[]>`
    select stripe_account_id as account from public.profiles where id = ${booked.host.id}`
  const pay = async (outcome: string) => {
    await sandbox.control('payouts', { account: host!.account, currency: 'usd', outcome })
    await market.webhooksDelivered()
  }
  await pay('failed')
  expect(await timeline(booked.id, booked.host.id)).toContain(
    'now bank_refused 18000 (account_closed)',
  )
  await pay('paid')
  expect((await timeline(booked.id, booked.host.id)).at(-1)).toBe('done at_bank 18000 (daily)')
  expect(await timeline(booked.id, booked.guest.id)).toEqual(['done paid 22000'])
})

test("the money timeline shows the host why a due payout is held, for each status of the host's account", async () => {
  const host = await market.person('states')
  const booked = await books.book({ host })
  await endOf(booked)
  const held = async () => (await timeline(booked.id, host.id)).find((row) => / held /.test(row))
  expect(await held()).toBe('now held 18000 (not_connected)')
  const { body } = await host.call<{ accountId: string }>('stripe-account', { action: 'create' })
  expect(await held()).toBe('now held 18000 (incomplete)')
  for (const [action, reason] of [
    ['review', 'pending'],
    ['restrict', 'restricted'],
    ['complete', 'being_sent'],
    ['reopen', 'incomplete'],
  ]) {
    await sandbox.control('accounts', { account: body.accountId, action })
    await market.webhooksDelivered()
    expect(await held()).toBe(`now held 18000 (${reason})`)
  }
})

test("expected_at_bank computes the arrival day of a payout from the payout schedule of the host's Stripe account", async () => {
  const host = await market.person('weekly')
  const account = await market.onboard(host)
  await sandbox.control('accounts', {
    account,
    schedule: { interval: 'weekly', weekly_anchor: 'friday' },
  })
  await market.webhooksDelivered()
  const [row] = await sql<
    Record<'weekly' | 'daily' | 'overWeekend' | 'monthly' | 'manual', Date>[]
  >`
    select public.expected_at_bank(accounts, '2026-11-23T10:00Z') as weekly,
      public.expected_at_bank(jsonb_populate_record(accounts, '{"payout_interval": "daily"}'),
        '2026-11-27T10:00Z') as daily,
      public.expected_at_bank(jsonb_populate_record(accounts, '{"payout_interval": "daily"}'),
        '2026-11-23T10:00Z') as "overWeekend",
      public.expected_at_bank(jsonb_populate_record(accounts,
        '{"payout_interval": "monthly", "payout_day_of_month": 31}'), '2026-11-23T10:00Z')
        as monthly,
      public.expected_at_bank(jsonb_populate_record(accounts, '{"payout_interval": "manual"}'),
        '2026-11-23T10:00Z') as manual
    from public.host_accounts accounts where host_id = ${host.id}`
  expect(row).toEqual({
    weekly: new Date('2026-12-01T00:00Z'),
    daily: new Date('2026-12-04T00:00Z'),
    overWeekend: new Date('2026-11-30T00:00Z'),
    monthly: new Date('2026-12-04T00:00Z'),
    manual: null,
  })
})

test("expected_at_bank returns midnight UTC even if daylight saving time in the database's time zone ends before that day", async () => {
  const [row] = await sql.begin(async (transaction) => {
    await transaction`set local time zone 'America/New_York'`
    return transaction<{ expected: Date }[]>`
      select public.expected_at_bank(null::public.host_accounts, '2026-10-28T10:00Z') as expected`
  })
  expect(row).toEqual({ expected: new Date('2026-11-02T00:00Z') })
})

test('in the money timeline, the guest sees disputes and refunds, and the host sees held shares, debts and reversed transfers', async () => {
  const disputed = await books.book()
  await books.dispute({ charge: disputed.charge, action: 'open' })
  await books.agree()
  expect(await timeline(disputed.id, disputed.guest.id)).toEqual([
    'done paid 22000',
    'now disputed 22000',
    'now held (dispute)',
  ])
  expect(await timeline(disputed.id, disputed.host.id)).toContain('now held 18000 (dispute)')
  const refunded = await books.book()
  await books.payHosts()
  await books.refund(refunded, 11_000)
  await books.agree()
  expect(await timeline(refunded.id, refunded.guest.id)).toEqual([
    'done paid 22000',
    'done refunded 11000 (made_at_stripe)',
  ])
  expect(await timeline(refunded.id, refunded.host.id)).toContain('now owed 9000')
  const reversed = await books.book()
  await books.payHosts()
  const { data } = await market.stripe.transfers.list({ limit: 100 })
  const transfer = data.find(({ metadata }) => metadata.booking_id === reversed.id)
  await market.stripe.transfers.createReversal(transfer!.id)
  await books.agree()
  expect(await timeline(reversed.id, reversed.host.id)).toEqual(
    expect.arrayContaining(['done sent_back 18000', 'now held 18000 (reversed_by_hand)']),
  )
})

test('the money timeline of a booking request shows its guest the authorization, its expiry and its release', async () => {
  const host = await market.person('host')
  const guest = await market.person('guest')
  const space = await market.space(host, { mode: 'request' })
  const opened = await market.checkout(guest, space, inDays(5), 2)
  await market.pay(opened.body.clientSecret)
  const { body } = await guest.call<{ bookingId: string }>('confirm-booking', {
    paymentIntentId: opened.body.paymentIntentId,
  })
  expect(await timeline(body.bookingId, guest.id)).toEqual([
    'now authorized 22000',
    'next authorization_ends',
  ])
  await host.call('answer-request', { bookingId: body.bookingId, answer: 'declined' })
  expect(await timeline(body.bookingId, guest.id)).toEqual([
    'done authorized 22000',
    'done authorization_released 22000 (declined)',
  ])
})
