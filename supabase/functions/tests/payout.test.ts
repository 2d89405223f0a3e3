import { afterAll, beforeAll, expect, test } from 'vitest'
import { signApiKeys } from '@hourspace/launch/keys.ts'
import { hourMs } from '@hourspace/domain/durations.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { inDays, openMarket, type Person } from './market.ts'

const { shareMinor } = expectedAmounts(20_000)

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let guest: Person
let accountId: string
/**
 * Days from today to the latest booking. Each booking is later than the one before, because the
 * sandbox clock cannot go back.
 */
let day = 1

beforeAll(async () => {
  market = await openMarket({ jobs: false })
  host = await market.person('host')
  guest = await market.person('guest')
  accountId = await market.onboard(host)
})

afterAll(() => market.server.stop())

async function bookNext(owner = host) {
  day += 3
  const startsAt = inDays(day)
  const space = await market.space(owner)
  const bookingId = await market.book(guest, space, startsAt, 2)
  return { bookingId, dueAt: new Date(startsAt.getTime() + 26 * hourMs) }
}

async function payoutOf(bookingId: string) {
  const [row] = await market.server.sql`
    select * from public.payouts where booking_id = ${bookingId}`
  return row
}

async function transfersOf(bookingId: string) {
  const { data } = await market.stripe.transfers.list({ limit: 100 })
  return data.filter(({ metadata }) => metadata.booking_id === bookingId)
}

async function moveTo(time: Date) {
  await market.server.stripe.moveClockTo(time)
}

test('the host share is paid out 24 hours after the booking ends, and not earlier', async () => {
  const { bookingId, dueAt } = await bookNext()
  await moveTo(new Date(dueAt.getTime() - 60_000))
  expect(await transfersOf(bookingId)).toEqual([])
  await moveTo(new Date(dueAt.getTime() + 60_000))
  expect(await transfersOf(bookingId)).toMatchObject([
    { amount: shareMinor, currency: 'usd', destination: accountId },
  ])
  expect(await payoutOf(bookingId)).toMatchObject({ status: 'paid' })
})

test('concurrent runs of payout-hosts pay a host only once', async () => {
  const { bookingId, dueAt } = await bookNext()
  const asOf = { as_of: new Date(dueAt.getTime() + 1000).toISOString() }
  await Promise.all(Array.from({ length: 6 }, () => market.postAsServer('payout-hosts', asOf)))
  expect(await transfersOf(bookingId)).toHaveLength(1)
})

test('a host is paid only once if a crash prevents recording the transfer, even after the idempotency key has expired', async () => {
  const { bookingId, dueAt } = await bookNext()
  const asOf = { as_of: new Date(dueAt.getTime() + 1000).toISOString() }
  await market.postAsServer('payout-hosts', asOf)
  await market.forgetMovements(bookingId, 'transfer')
  await market.server.sql`
    update public.payouts
    set status = 'scheduled', stripe_transfer_id = null, paid_at = null, attempt = 2
    where booking_id = ${bookingId}`
  await market.postAsServer('payout-hosts', asOf)
  expect(await transfersOf(bookingId)).toHaveLength(1)
  expect(await payoutOf(bookingId)).toMatchObject({ status: 'paid' })
})

test("a host's due payout is transferred once the host has completed Stripe onboarding", async () => {
  const late = await market.person('late')
  const { bookingId, dueAt } = await bookNext(late)
  const asOf = { as_of: new Date(dueAt.getTime() + 1000).toISOString() }
  await market.postAsServer('payout-hosts', asOf)
  expect(await payoutOf(bookingId)).toMatchObject({ status: 'scheduled', attempt: 1 })
  await market.onboard(late)
  await market.postAsServer('payout-hosts', asOf)
  expect(await payoutOf(bookingId)).toMatchObject({ status: 'paid' })
})

test("a refused payout does not block other payouts and is retried when the host's account is ready again", async () => {
  const refused = await market.person('refused')
  const refusedAccount = await market.onboard(refused)
  const first = await bookNext(refused)
  const second = await bookNext()
  await market.server.stripe.control('webhooks', { mode: 'hold' })
  await market.server.stripe.control('accounts', { account: refusedAccount, action: 'restrict' })
  const asOf = { as_of: new Date(second.dueAt.getTime() + 1000).toISOString() }
  await market.postAsServer('payout-hosts', asOf)
  expect(await payoutOf(first.bookingId)).toMatchObject({
    status: 'scheduled',
    attempt: 2,
    last_error: expect.stringContaining('capabilities'),
  })
  expect(await payoutOf(second.bookingId)).toMatchObject({ status: 'paid' })

  await market.server.stripe.control('accounts', { account: refusedAccount, action: 'complete' })
  await market.postAsServer('payout-hosts', asOf)
  expect(await payoutOf(first.bookingId)).toMatchObject({ status: 'scheduled', attempt: 2 })
  await market.server.stripe.control('webhooks', { mode: 'on' })
  await market.webhooksDelivered()
  await market.postAsServer('payout-hosts', asOf)
  expect(await payoutOf(first.bookingId)).toMatchObject({ status: 'paid' })
})

test('a dispute freezes the payout until the platform wins the dispute', async () => {
  const { bookingId, dueAt } = await bookNext()
  const charge = await chargeOf(bookingId)
  const asOf = { as_of: new Date(dueAt.getTime() + 1000).toISOString() }
  await market.server.stripe.control('disputes', { charge, action: 'open' })
  await market.webhooksDelivered()
  await market.postAsServer('payout-hosts', asOf)
  expect(await payoutOf(bookingId)).toMatchObject({ status: 'scheduled' })
  await market.server.stripe.control('disputes', { charge, action: 'win' })
  await market.webhooksDelivered()
  await market.postAsServer('payout-hosts', asOf)
  expect(await payoutOf(bookingId)).toMatchObject({ status: 'paid' })
})

test('a lost dispute cancels the payout of the booking', async () => {
  const { bookingId, dueAt } = await bookNext()
  const charge = await chargeOf(bookingId)
  await market.server.stripe.control('disputes', { charge, action: 'open' })
  await market.server.stripe.control('disputes', { charge, action: 'lose' })
  await market.webhooksDelivered()
  await market.postAsServer('payout-hosts', {
    as_of: new Date(dueAt.getTime() + 1000).toISOString(),
  })
  expect(await payoutOf(bookingId)).toMatchObject({ status: 'cancelled' })
})

test('a late event about the opening of a won dispute does not freeze the payout again', async () => {
  const { bookingId, dueAt } = await bookNext()
  const charge = await chargeOf(bookingId)
  await market.server.stripe.control('disputes', { charge, action: 'open' })
  await market.server.stripe.control('disputes', { charge, action: 'win' })
  await market.webhooksDelivered()
  const [dispute] = (await market.stripe.disputes.list({ charge })).data
  await market.server.sql`
    select public.record_dispute(
      ${charge}, ${dispute!.id}, 'open', ${dispute!.amount}, true, false)`
  await market.postAsServer('payout-hosts', {
    as_of: new Date(dueAt.getTime() + 1000).toISOString(),
  })
  expect(await payoutOf(bookingId)).toMatchObject({ status: 'paid', frozen_at: null })
})

test('a transfer is recorded in the ledger even if its payout was cancelled during the transfer', async () => {
  const { bookingId } = await bookNext()
  const { sql } = market.server
  const charge = await chargeOf(bookingId)
  const payout = await payoutOf(bookingId)
  await market.server.stripe.control('disputes', { charge, action: 'open' })
  await market.server.stripe.control('disputes', { charge, action: 'lose' })
  await market.webhooksDelivered()
  expect(await payoutOf(bookingId)).toMatchObject({ status: 'cancelled' })
  const transfer = await market.stripe.transfers.create({
    amount: shareMinor,
    currency: 'usd',
    destination: accountId,
    source_transaction: charge,
  })
  await sql`select public.record_payout(${payout!['id']}, ${transfer.id}, ${transfer.amount})`
  expect(await payoutOf(bookingId)).toMatchObject({
    status: 'paid',
    stripe_transfer_id: transfer.id,
  })
  expect(
    await sql`select from public.ledger_movements where stripe_id = ${transfer.id}`,
  ).toHaveLength(1)
})

test('payout-hosts accepts another service role key signed with the same JWT secret, and rejects anon keys and keys with another secret', async () => {
  const { serviceRoleKey, anonKey } = await signApiKeys(market.server.jwtSecret)
  expect(serviceRoleKey).not.toBe(market.server.serviceRoleKey)
  expect((await market.post('payout-hosts', {}, serviceRoleKey)).status).toBe(200)
  const forged = await signApiKeys('another secret of at least 32 characters')
  for (const key of [anonKey, forged.serviceRoleKey])
    expect([401, 403]).toContain((await market.post('payout-hosts', {}, key)).status)
})

test('payout-hosts rejects callers without the service role', async () => {
  expect(await guest.call('payout-hosts', {})).toMatchObject({
    status: 403,
    body: { code: 'service_role_only' },
  })
})

test('stripe-account creates one account per host and returns it only to this host', async () => {
  const newcomer = await market.person('newcomer')
  expect((await newcomer.call('stripe-account', { action: 'check' })).body).toEqual({
    accountId: null,
    complete: false,
    status: 'not_connected',
  })
  const opened = await Promise.all([
    newcomer.call('stripe-account', { action: 'create' }),
    newcomer.call('stripe-account', { action: 'create' }),
  ])
  const account = opened[0].body.accountId
  expect(opened[1].body.accountId).toBe(account)
  expect(opened[0].body).toMatchObject({ complete: false, status: 'incomplete' })
  expect(String(opened[0].body.url)).toContain(market.server.url)

  await market.server.stripe.control('accounts', { account, action: 'complete' })
  const check = { action: 'check', accountId: account }
  expect((await newcomer.call('stripe-account', check)).body).toEqual({
    accountId: account,
    complete: true,
    status: 'ready',
  })
  await market.server.stripe.control('accounts', { account, action: 'restrict' })
  expect((await newcomer.call('stripe-account', check)).body).toMatchObject({
    complete: false,
    status: 'restricted',
  })
  expect(await guest.call('stripe-account', check)).toMatchObject({
    status: 404,
    body: { code: 'account_not_found' },
  })
})

test('stripe-account returns a link to the Express Dashboard only if the payout account is ready', async () => {
  const host = await market.person('hanna')
  const open = () => host.call<{ url: string }>('stripe-account', { action: 'dashboard' })
  expect(await open()).toMatchObject({ status: 404, body: { code: 'account_not_found' } })
  await host.call('stripe-account', { action: 'create' })
  expect(await open()).toMatchObject({ status: 409, body: { code: 'payouts_not_ready' } })
  await market.onboard(host)
  const { status, body } = await open()
  expect(status).toBe(200)
  expect(body.url).toContain('/express/')
})

test("stripe-account opens the account in the chosen country, or by default in the country of the host's listings", async () => {
  const countryOf = async (host: Person, body: object) => {
    const { body: opened } = await host.call<{ accountId: string }>('stripe-account', body)
    const { country } = await market.stripe.accounts.retrieve(opened.accountId)
    const [stored] = await market.server.sql`
      select country from public.host_accounts where host_id = ${host.id}`
    expect(stored?.country).toBe(country)
    return country
  }
  const chosen = await market.person('chosen')
  expect(await countryOf(chosen, { action: 'create', country: 'FR' })).toBe('FR')
  expect(await countryOf(chosen, { action: 'create', country: 'DE' })).toBe('FR')
  const lister = await market.person('lister')
  const space = await market.space(lister)
  await market.server.sql`update public.spaces set country = 'Germany' where id = ${space.id}`
  expect(await countryOf(lister, { action: 'create' })).toBe('DE')
})

test('stripe-account rejects a country to which Stripe cannot pay, and then accepts another country', async () => {
  const host = await market.person('abroad')
  expect(await host.call('stripe-account', { action: 'create', country: 'JP' })).toMatchObject({
    status: 422,
    body: { code: 'payout_country_unsupported' },
  })
  expect(await host.call('stripe-account', { action: 'create', country: 'CH' })).toMatchObject({
    status: 200,
  })
})

test('the ledger equals the balance at Stripe after all payouts in this test file', async () => {
  const { ledger, balance } = await market.money()
  expect(ledger).toEqual(balance)
})

async function chargeOf(bookingId: string): Promise<string> {
  const [row] = await market.server.sql<{ id: string }[]>`
    select stripe_charge_id as id from public.payments where booking_id = ${bookingId}`
  return row?.id ?? ''
}
