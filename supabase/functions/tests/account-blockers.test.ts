import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedAmounts } from './expected-amounts.ts'
import { inDays, openMarket } from './market.ts'
import { clientOf, member, pair, password, settleInThePast } from './member.ts'

const { shareMinor } = expectedAmounts(10_000)

let market: Awaited<ReturnType<typeof openMarket>>

beforeAll(async () => {
  market = await openMarket()
})

afterAll(() => market.server.stop())

test('delete-account returns deletion_blocked to the guest and the host of an upcoming booking', async () => {
  const { guest, host, space } = await pair(market)
  const bookingId = await market.book(guest, space, inDays(10))
  for (const [who, kind] of [
    [guest, 'guest_booking'],
    [host, 'host_booking'],
  ] as const) {
    expect(await who.deleteAccount()).toMatchObject({
      status: 409,
      body: { code: 'deletion_blocked', blockers: [{ kind, id: bookingId, title: 'Loft' }] },
    })
  }
  expect(await nameOf(guest.id)).toBe('guest')
})

test('an open checkout blocks the account deletion of both the guest and the host', async () => {
  const { guest, host, space } = await pair(market)
  await market.checkout(guest, space, inDays(10))
  expect(await blockersOf(guest)).toEqual(['guest_checkout'])
  expect(await blockersOf(host)).toEqual(['host_checkout'])
})

test('delete-account returns 409 with the blocker `payout` to a host with an unpaid payout', async () => {
  const { guest, host, space } = await pair(market)
  const bookingId = await market.book(guest, space, inDays(10))
  await settleInThePast(market, bookingId)
  expect(await host.deleteAccount()).toMatchObject({
    status: 409,
    body: { blockers: [{ kind: 'payout', amount: shareMinor / 100, currency: 'USD' }] },
  })
})

test('a dispute inquiry before the payout blocks the account deletion of guest and host, and an inquiry after the payout blocks that of the host', async () => {
  const { guest, host, space } = await pair(market)
  const bookingId = await market.book(guest, space, inDays(10))
  await settleInThePast(market, bookingId)
  const { sql } = market.server
  const [payment] = await sql<{ charge: string }[]>`
    select stripe_charge_id as charge from public.payments where booking_id = ${bookingId}`
  const dispute = (id: string, status: string) => sql`
    select public.record_dispute(${payment!.charge}, ${id}, ${status}, 11000, false, false)`
  await dispute('dp_early', 'inquiry')
  expect(await blockersOf(guest)).toEqual(['dispute'])
  expect(await blockersOf(host)).toEqual(['dispute'])

  await dispute('dp_early', 'won')
  const [payout] = await sql<{ id: string }[]>`
    select id from public.payouts where booking_id = ${bookingId}`
  await sql`select public.record_payout(${payout!.id}, 'tr_early', ${shareMinor})`
  expect(await blockersOf(host)).toEqual([])
  await dispute('dp_late', 'inquiry')
  expect(await blockersOf(host)).toEqual(['dispute'])
  await dispute('dp_late', 'won')
  expect(await blockersOf(host)).toEqual([])
})

test.each(['pending', 'processing', 'failed'])(
  'a refund with the status %s blocks the account deletion of the guest',
  async (status) => {
    const { guest, space } = await pair(market)
    const bookingId = await market.book(guest, space, inDays(10))
    await guest.call('cancel-booking', { bookingId })
    await market.webhooksDelivered()
    await market.server.sql`
    update public.refunds set status = ${status}, retry_at = now() + interval '1 day'
    from public.payments
    where payments.id = refunds.payment_id and payments.booking_id = ${bookingId}`
    expect(await blockersOf(guest)).toEqual(['refund'])
  },
)

test('delete-account returns 403 for a wrong password and 400 for a wrong confirmation', async () => {
  const person = await member(market, 'member')
  expect(await person.deleteAccount('wrong password')).toMatchObject({
    status: 403,
    body: { code: 'wrong_password' },
  })
  const unsure = await person.call('delete-account', { password, confirmation: 'yes' })
  expect(unsure).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(await nameOf(person.id)).toBe('member')
})

test('delete-account returns 429 after ten attempts in one session but still accepts attempts in another session', async () => {
  const person = await member(market, 'member')
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect((await person.deleteAccount(`wrong password ${attempt}`)).status).toBe(403)
  const refused = { status: 429, body: { code: 'too_many_attempts' } }
  expect(await person.deleteAccount('wrong password')).toMatchObject(refused)
  expect(await person.deleteAccount()).toMatchObject(refused)

  const limits = await market.server.sql`
    select key from auth_internal.rate_limits where key like 'password %'`
  expect(limits).toEqual([])
  const { email } = person
  const { data } = await clientOf(market).auth.signInWithPassword({ email, password })
  const owner = data.session!.access_token
  const deletion = { password, confirmation: 'DELETE' }
  expect((await market.post('delete-account', deletion, owner)).status).toBe(200)
})

async function blockersOf(who: { id: string }): Promise<string[]> {
  const rows = await market.server.sql<{ kind: string }[]>`
    select kind from public.account_deletion_blockers(${who.id})`
  return rows.map(({ kind }) => kind)
}

async function nameOf(id: string): Promise<string | null | undefined> {
  const [row] = await market.server.sql<{ full_name: string | null }[]>`
    select full_name from public.profiles where id = ${id}`
  return row?.full_name
}
